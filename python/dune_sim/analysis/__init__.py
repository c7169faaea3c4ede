"""What runs and experiments say: strength of cards and leaders, balance, with the bias of every measure beside it."""
