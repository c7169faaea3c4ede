"""How the weights of players are made: self-play, regression, the arena, and a search over groups of weights."""
