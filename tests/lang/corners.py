"""Kernels for test_semantics: corners of the language where three engines could easily part."""

LAYOUT = """
Card = Record("Card", "a card \\\\", (
    ("cost", "u8", "price\\n\\\\"), ("kind", "i8", "sort"), ("tags", "u8", 3, "words"),
))
Pair = Record("Pair", "two", (
    ("left", Card, "first"), ("right", Card, "second"), ("size", "i16", ""), ("shape", "i16", ""),
))
State = Record("State", "a game", (
    ("words", "u64", 4, "bits"), ("total", "i64", "sum"), ("wide", "u32", "large"), ("grid", "i16", (3, 4), "numbers"),
    ("hands", Card, (2, 3), "cards"), ("pair", Pair, "cards"), ("deck", Card, 5, "cards"), ("n", "u8", "how many"),
))
"""
BRANCHES = "".join(f"    elif x == {k}:\n        return {k * k}\n" for k in range(1, 120))
CHAIN = "    if x == 0:\n        return 7\n" + BRANCHES
KERNELS = f'''
LIMIT = 3

def next_number(g: State) -> int:
    """Ends with a backslash \\\\"""
    g.n += 1
    return g.n

def is_more(g: State) -> bool:
    g.n += 1
    return g.n < 5

def top_card(g: State, k: int) -> Card:
    return g.deck[k]

def row_of(g: State, k: int) -> "i16[:]":
    return g.grid[k]

def tally(cards: "Card[:]", n: int) -> int:
    total = 0
    for k in range(n):
        total += cards[k].cost
    return total

def never_called(g: State) -> None:
    g.n = 9

def right_side_first(s: "State[:]", out: "i64[:]") -> int:
    """Python evaluates the right-hand side, then the place."""
    g = s[0]
    out[g.n] = next_number(g)
    return out[1]

def loop_name_changed(n: int) -> int:
    total = 0
    for k in range(n):
        total += k
        k = 100
        total += k
    return total

def loop_bounds_read_once(n: int) -> int:
    end = n
    rounds = 0
    for k in range(end):
        end = 50
        rounds += 1
    return rounds

def loop_name_kept(n: int) -> int:
    k = -1
    for k in range(n):
        pass
    return k

def same_name_twice(n: int) -> int:
    total = 0
    for k in range(n):
        for k in range(2):
            total += 10 + k
        total += k
    return total

def at1(at: int, end: int) -> int:
    end1 = 0
    for at1 in range(at, end, 3):
        for end2 in range(end, at, -2):
            end1 += at1 * end2
    return end1

def down_to(n: int) -> int:
    total = 0
    for k in range(n, -n, -3):
        total = total * 7 + k
    return total

def leave_early(n: int) -> int:
    total = 0
    for k in range(n):
        if k % 3 == 1:
            continue
        if k > 7:
            break
        total += k
    return total

def while_changes(s: "State[:]") -> int:
    rounds = 0
    while is_more(s[0]):
        rounds += 1
    if not is_more(s[0]):
        rounds += 10
    return rounds

def forever(n: int) -> int:
    k = 0
    while True:
        k += n
        if k > 20:
            return k

def chain(x: int) -> int:
{CHAIN}    return -1

def nested_select(a: int, b: int) -> int:
    return (1 if a > 0 else 2 if a < 0 else 3) if b > 0 else (4 if a > 0 else (5 if a == 0 else 6) if b == 0 else 7)

def between(a: int, b: int, c: int) -> bool:
    return a < b <= c != 0

def lazy(out: "i64[:]", k: int, n: int) -> bool:
    return k < n and out[k] > 5 or n == 0

def alias(s: "State[:]") -> int:
    g = s[0]
    card = g.pair.left
    card.cost = 5
    for k in range(3):
        if k == 1:
            card = g.deck[2]
        elif k == 2:
            card = g.hands[1][2]
        card.cost += k + 1
    card = top_card(g, 4)
    card.kind = -3
    top_card(g, 3).kind = 8
    return top_card(g, 3).kind + g.deck[4].kind * 100

def array_alias(s: "State[:]", out: "i64[:]", flag: bool) -> int:
    g = s[0]
    row = g.grid[1]
    if flag:
        row = g.grid[2]
    row[3] = 44
    row_of(g, 0)[1] = 7
    tags = g.deck[0].tags
    for k in range(2):
        tags[k] = k + 1
        tags = g.pair.right.tags
    return row_of(g, 0)[1] + row[3]

def rebinding_arrays(first: "i64[:]", second: "i64[:]", n: int) -> int:
    a = first
    b = second
    for _ in range(n):
        c = a
        a = b
        b = c
    a[0] = 1
    b[0] = 2
    return first[0]

def own_and_given(s: "State[:]", given: "u64[:]", flag: bool) -> u64:
    words = given
    if flag:
        words = s[0].words
    words[0] = words[1] | 1
    return words[0]

def either_words(g: State, given: "u64[:]", flag: bool) -> "u64[:]":
    if flag:
        return g.words
    return given

def either_card(g: State, flag: bool) -> Card:
    if flag:
        return g.pair.right
    card = g.hands[0][1]
    return card

def either(s: "State[:]", given: "u64[:]", flag: bool) -> None:
    words = either_words(s[0], given, flag)
    words[1] = 6
    either_words(s[0], given, not flag)[0] = 7
    either_card(s[0], flag).cost = 8

def passed_on(s: "State[:]") -> int:
    for k in range(5):
        s[0].deck[k].cost = k * k
    return tally(s[0].deck, 5) * 100 + tally(s[0].hands[1], 3)

def two_dimensions(s: "State[:]") -> int:
    g = s[0]
    for a in range(3):
        for b in range(4):
            g.grid[a][b] = a * 10 - b
    g.hands[1][2].tags[1] = g.grid[2][3]
    g.grid[g.grid[1][3] - 6][0] += 5
    return g.grid[1][0]

def words_of(w: "u64[:]") -> int:
    w[1] = u64(w[0] * 3)
    w[2] ^= bit(63)
    w[3] |= w[1] >> 1
    n = 0
    x = w[3]
    while x != 0:
        n = n * 3 + lowest(x)
        x = u64(x & u64(x - 1))
    return n

def fields_named_like_arrays(s: "State[:]") -> int:
    s[0].pair.size = 4
    s[0].pair.shape = s[0].pair.size * 2
    return s[0].pair.shape

def wide_field(s: "State[:]") -> bool:
    s[0].wide = 4294967295
    return s[0].wide > 4294967294 and s[0].wide - 4294967296 < 0

def unused(s: "State[:]") -> None:
    next_number(s[0])
    min(1, 2)
    u64(3)
    x = 2

def checked(n: int) -> int:
    assert n < LIMIT, "too large"
    return n

def local_like_a_kernel(tally: int) -> int:
    never_called = tally + 1
    return never_called

def flags(a: bool, b: bool) -> bool:
    c = not a
    return c == b if a != b else c

def early(flag: bool) -> int:
    if flag:
        x = 1
    else:
        return 5
    return x
    return 6
'''
