/** What the editor shows at first: a game small enough to read at once and to solve at once. */
export const EXAMPLE_SHEET = `; Ten matches. Players take turns to take one or two; the player who takes the last one wins.

(role anna)
(role ben)
(opponent anna ben) (opponent ben anna)

(take 10 1 9) (take 9 1 8) (take 8 1 7) (take 7 1 6) (take 6 1 5)
(take 5 1 4) (take 4 1 3) (take 3 1 2) (take 2 1 1) (take 1 1 0)
(take 10 2 8) (take 9 2 7) (take 8 2 6) (take 7 2 5) (take 6 2 4)
(take 5 2 3) (take 4 2 2) (take 3 2 1) (take 2 2 0)

; The number of matches left, and the player to move.
(base (matches 10))
(<= (base (matches ?left)) (take ?n ?k ?left))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (take ?k)) (role ?player) (take ?n ?k ?left))
(<= (input ?player noop) (role ?player))

(init (matches 10))
(init (control anna))

(<= (legal ?player (take ?k))
    (true (control ?player))
    (true (matches ?n))
    (take ?n ?k ?left))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (matches ?left))
    (does ?player (take ?k))
    (true (matches ?n))
    (take ?n ?k ?left))
(<= (next (control ?other))
    (true (control ?player))
    (opponent ?player ?other))

(<= terminal (true (matches 0)))

; The player whose turn it would be did not take the last match.
(<= (goal ?player 0) (true (control ?player)))
(<= (goal ?player 100) (opponent ?player ?other) (true (control ?other)))
`;
