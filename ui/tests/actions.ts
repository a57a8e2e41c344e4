/** What a person does on the page, in the words of the page. */

import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

export const board = (page: Page): Locator => page.getByRole('group', { name: 'Board' });
export const cell = (page: Page, name: string): Locator =>
  board(page).getByRole('button', { name: new RegExp(`^${name}(,|$)`) });
export const status = (page: Page): Locator => page.locator('section[aria-label="Position"] .status');

/** Waits until the game is solved and the board shows outcomes. */
export async function solved(page: Page, board = true): Promise<void> {
  await page.getByText('all solved').waitFor();
  if (board) await status(page).locator('.chip').waitFor();
}

/** What the place of the board that has the focus is called. */
export function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.getAttribute('aria-label') ?? focused?.querySelector('.visually-hidden')?.textContent ?? null;
  });
}

/** Makes a move by its name in the rules, in the list of moves. */
export async function playMove(page: Page, move: string): Promise<void> {
  await page.getByRole('list', { name: 'Moves' }).locator(`button[data-move="${move}"]`).click();
}

export async function view(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
}

/** Waits until the verdict is about the rules that are shown. */
export async function verified(page: Page): Promise<void> {
  await page.locator('section[aria-busy="false"]').getByText('checked in').waitFor();
}

/** Tries `check` until it holds: answers of the server take their time. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  await expect
    .poll(
      async () =>
        check().then(
          () => true,
          (reason: unknown) => String(reason),
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
}
