/** Rule sheets that the tests write themselves, and how a person saves one. */

import type { Page } from 'playwright-core';

/** Both choose at once. */
export const AT_ONCE = `(role a) (role b)
(init start)
(sign rock) (sign paper)
(<= (legal ?r ?s) (role ?r) (sign ?s))
(<= (next (shown ?r ?s)) (does ?r ?s))
(<= terminal (not (true start)))
(<= (goal ?r 100) (true (shown ?r paper)))
(<= (goal ?r 0) (true (shown ?r rock)))
(<= (goal ?r 50) (role ?r) (true start))
`;

/** Nobody may take the last, and the game is not over then. */
export const STUCK = `(role a) (role b)
(init (heap 3)) (init (control a))
(sub 3 2) (sub 2 1) (sub 1 0)
(<= (legal ?r take) (true (control ?r)) (true (heap ?n)) (distinct ?n 1))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (next (heap ?m)) (does ?r take) (true (heap ?n)) (sub ?n ?m))
(<= (next (control b)) (true (control a)))
(<= (next (control a)) (true (control b)))
(<= terminal (true (heap 0)))
(<= (goal ?r 0) (true (control ?r)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))
`;

/** Two roles and rewards between 30 and 70: `up` gives a 55 points, `down` only 40. */
export const POINTS = `(role a) (role b)
(init (control a))
(way up) (way down) (side left) (side right)
(<= (legal a (go ?w)) (true (control a)) (way ?w))
(<= (legal b (turn ?s)) (true (control b)) (side ?s))
(<= (legal a noop) (true (control b)))
(<= (legal b noop) (true (control a)))
(<= (next (control b)) (true (control a)))
(<= (next (went ?w)) (does a (go ?w)))
(<= (next (went ?w)) (true (went ?w)))
(<= (next (turned ?s)) (does b (turn ?s)))
(<= terminal (true (turned left)))
(<= terminal (true (turned right)))
(pays up left 55 45) (pays up right 60 40) (pays down left 40 60) (pays down right 70 30)
(<= (goal a ?n) (true (went ?w)) (true (turned ?s)) (pays ?w ?s ?n ?m))
(<= (goal b ?m) (true (went ?w)) (true (turned ?s)) (pays ?w ?s ?n ?m))
`;

/** Three roles choose in turn; the first one can get 50, 20 or 0. */
export const THREE = `(role a) (role b) (role c)
(init (control a))
(way much) (way some) (way none)
(<= (legal a (go ?w)) (true (control a)) (way ?w))
(<= (legal ?r noop) (role ?r) (not (true (control ?r))))
(<= (legal b (say ?w)) (true (control b)) (way ?w))
(<= (legal c (say ?w)) (true (control c)) (way ?w))
(<= (next (control b)) (true (control a)))
(<= (next (control c)) (true (control b)))
(<= (next (went ?w)) (does a (go ?w)))
(<= (next (went ?w)) (true (went ?w)))
(<= (next done) (true (control c)))
(<= terminal (true done))
(pays much 50 30 20) (pays some 20 30 50) (pays none 0 50 50)
(<= (goal a ?n) (true (went ?w)) (pays ?w ?n ?m ?k))
(<= (goal b ?m) (true (went ?w)) (pays ?w ?n ?m ?k))
(<= (goal c ?k) (true (went ?w)) (pays ?w ?n ?m ?k))
`;

/** A walk over towns and roads, which says itself where the towns are. */
export const TOWNS = `; Drawing: {"graph": {"points": {"ulm": [0, 1], "bonn": [1, 0], "jena": [2, 1], "kiel": [1, 2]},
;   "lines": [["ulm", "bonn"], ["bonn", "jena"], ["jena", "kiel"], ["kiel", "ulm"]]}}
(role walker)
(road ulm bonn) (road bonn jena) (road jena kiel) (road kiel ulm)
(<= (next-to ?a ?b) (road ?a ?b)) (<= (next-to ?a ?b) (road ?b ?a))
(init (town ulm here)) (init (town bonn open)) (init (town jena open)) (init (town kiel open))
(<= (legal walker (walk ?b)) (true (town ?a here)) (next-to ?a ?b) (true (town ?b open)))
(<= (next (town ?b here)) (does walker (walk ?b)))
(<= (next (town ?a visited)) (true (town ?a here)))
(<= (next (town ?a visited)) (true (town ?a visited)))
(<= (next (town ?b open)) (true (town ?b open)) (not (does walker (walk ?b))))
(<= some-way (legal walker (walk ?b)))
(<= terminal (not some-way))
(<= some-open (true (town ?a open)))
(<= (goal walker 100) (not some-open))
(<= (goal walker 0) some-open)
`;

/** Saves a sheet as a game of its own and goes to its board. */
export async function playSheet(page: Page, name: string, sheet: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Rule sheet' }).fill(sheet);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByText('well-formed').waitFor();
  await page.getByRole('button', { name: 'Save and play' }).click();
}
