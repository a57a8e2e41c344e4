/** Somebody opens the page for the first time and reads no manual. Four games, one way through each. */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { board, eventually, solved, verified, view } from './actions';
import { leave, wayPicture, TALL, visit } from './browser';

interface Way {
  title: string;
  card: RegExp;
  name: string;
  /** The place of the board that is clicked for a first rule, and what is played there. */
  place: RegExp;
  move: string;
}

const GAMES: Way[] = [
  {
    title: 'Tic-Tac-Toe',
    card: /^Tic-Tac-Toe/,
    name: 'tic-tac-toe',
    place: /^b2,/,
    move: 'Play: mark b2',
  },
  {
    title: 'Connect Four',
    card: /^Connect Four/,
    name: 'connect-four',
    place: /^b1,/,
    move: 'Play: drop b',
  },
  {
    title: 'Nim',
    card: /^Nim(?!,)/,
    name: 'nim',
    place: /^heap 2/,
    move: 'Play: take heap 2 down to 0',
  },
  {
    title: 'Three Men',
    card: /^Three Men/,
    name: 'three-mens-morris',
    place: /^b2,/,
    move: 'Play: put b2',
  },
];

async function openAndPlay(page: Page, way: Way): Promise<void> {
  await page.getByRole('link', { name: way.card }).first().click();
  await page.getByRole('heading', { level: 1, name: new RegExp(way.title) }).waitFor();
  await solved(page);
  const outcomes = board(page).locator('.cell.win, .cell.draw, .cell.loss, .object.win, .object.draw, .object.loss');
  expect(await outcomes.count()).toBeGreaterThan(0);
  const moves = page.getByRole('list', { name: 'Moves' }).getByRole('button');
  await moves.first().click();
  await solved(page);
  await wayPicture(page, `${way.name}-play`);
}

async function watchStrategy(page: Page, way: Way): Promise<void> {
  await view(page, 'Strategy');
  const find = page.getByRole('button', { name: 'Find a strategy' });
  const rules = page.getByRole('heading', { name: /^Rules for/ });
  await find.or(rules).first().waitFor();
  if (await find.isVisible()) await find.click();
  await rules.waitFor({ timeout: 60_000 });
  await page.locator('.told', { hasText: /Rule \d+(, mirrored,)? fits/ }).waitFor();
  await wayPicture(page, `${way.name}-strategy`);
  await page.getByRole('button', { name: 'Step', exact: true }).click();
  await page.getByText('Opponent’s turn').waitFor();
}

async function buildAndMend(page: Page, way: Way): Promise<void> {
  await view(page, 'Build');
  await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
  await page.getByRole('button', { name: way.place }).click();
  const choices = page.getByLabel('Play here');
  if (await choices.isVisible()) await choices.selectOption({ label: way.move });
  else await page.getByRole('button', { name: way.move, exact: true }).click();
  const mend = page.getByRole('button', { name: 'Add a rule for this state' });
  await mend.waitFor();
  await verified(page);
  await wayPicture(page, `${way.name}-build`);
  const rule = page.getByRole('list', { name: 'Rules' }).locator('.rule');
  const before = await rule.count();
  await mend.click();
  await eventually(async () => expect(await rule.count()).toBe(before + 1));
  // The rule may still be wrong further on; a wrong first rule is taken out as anyone would.
  const complete = page.getByRole('button', { name: 'Complete' });
  await verified(page);
  if (await page.getByText('A rule is wrong').isVisible())
    await page.getByRole('button', { name: 'Delete' }).last().click();
  await eventually(async () => expect(await complete.isEnabled()).toBe(true));
  await complete.click();
  await page.getByText('Nothing is missing').waitFor({ timeout: 60_000 });
}

describe('a newcomer', () => {
  for (const way of GAMES) {
    it(`plays ${way.title}, watches a strategy, builds one, sees where it fails and mends it`, async () => {
      const visited = await visit('#/', { viewport: TALL });
      await openAndPlay(visited.page, way);
      await watchStrategy(visited.page, way);
      await buildAndMend(visited.page, way);
      await wayPicture(visited.page, `${way.name}-mended`);
      await leave(visited);
    });
  }
});
