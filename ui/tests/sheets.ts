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

/** Saves a sheet as a game of its own and goes to its board. */
export async function playSheet(page: Page, name: string, sheet: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Rule sheet' }).fill(sheet);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByText('well-formed').waitFor();
  await page.getByRole('button', { name: 'Save and play' }).click();
}
