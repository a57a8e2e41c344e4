import { describe, expect, it } from 'vitest';
import { board, cell, eventually, status, view } from './actions';
import { leave, picture, visit } from './browser';

describe('watching a strategy', () => {
  it('finds one, marks the rule that fits and its move, and plays to the end against any reply', async () => {
    const visited = await visit('#/tic-tac-toe/strategy');
    const { page } = visited;
    const another = page.getByText('Find another');
    await another
      .or(page.getByRole('button', { name: 'Find a strategy' }))
      .first()
      .waitFor();
    if (await another.isVisible()) await another.click();
    await page.getByRole('button', { name: 'Find a strategy' }).click();
    await page.getByRole('heading', { name: 'Rules for x' }).waitFor();
    const firing = page.locator('li[aria-current="step"]');
    await firing.waitFor();
    await page.locator('.told', { hasText: /Rule \d+(, mirrored,)? fits/ }).waitFor();
    expect(await board(page).locator('.cell.strategy').count()).toBeGreaterThan(0);
    await page.getByText('Plays perfectly.').waitFor();
    await page
      .getByText(/^(Whenever you can|If .*): mark [abc]\d/)
      .first()
      .waitFor();
    await page.locator('summary', { hasText: 'used in' }).first().click();
    await page
      .getByText(/^Here it fits/)
      .first()
      .waitFor();
    await picture(page, 'strategy');
    const step = page.getByRole('button', { name: 'Step', exact: true });
    const pieces = () => board(page).locator('.piece').count();
    await page.getByLabel('Replies').selectOption('random');
    const told = page.locator('.told');
    // What is told belongs to the position: the strategy moves first, so at every second ply a rule fits or none need.
    for (let ply = 0; ; ply += 1) {
      await eventually(async () => expect(await pieces()).toBe(ply));
      await told.filter({ hasText: /\S/ }).waitFor();
      const text = await told.innerText();
      if (text.includes('over')) break;
      // With one free cell left nobody has a choice.
      if (!text.includes('Only one move')) expect(text).toMatch(ply % 2 === 0 ? /fits/ : /Opponent’s turn/);
      await step.click();
    }
    expect(await status(page).innerText()).not.toContain('o wins');
    await leave(visited);
  });

  it('says that a rule fits mirrored', async () => {
    const visited = await visit('#/tic-tac-toe/strategy');
    const { page } = visited;
    const id = await page.evaluate(async () => {
      const strategy = { role: 'x', text: '(role x)\n(cell 1 1 o) => (mark 3 3)\n=> (mark 2 2)\n' };
      const answer = await fetch('/api/games/tic-tac-toe/strategies', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Opposite corner', strategy }),
      });
      return ((await answer.json()) as { id: string }).id;
    });
    await page.goto(page.url().replace(/#.*/, `#/tic-tac-toe/strategy?strategy=${id}`));
    await page.reload();
    const told = page.locator('.told');
    await told.filter({ hasText: 'Rule 2 fits' }).waitFor();
    await page.getByText('A rule also counts if it fits the turned or mirrored board.').waitFor();
    await page.getByRole('button', { name: 'Step', exact: true }).click();
    await told.filter({ hasText: 'Opponent’s turn' }).waitFor();
    await cell(page, 'c1').click();
    await told.filter({ hasText: 'Rule 1, mirrored, fits: mark' }).waitFor();
    await picture(page, 'strategy-mirrored');
    // What comes after this finds the strategies that were there.
    await page.evaluate((id) => fetch(`/api/games/tic-tac-toe/strategies/${id}`, { method: 'DELETE' }), id);
    await leave(visited);
  });

  it('waits for the server before anybody moves', async () => {
    const visited = await visit('#/tic-tac-toe/strategy');
    const { page } = visited;
    await page.locator('.told', { hasText: /Rule \d+(, mirrored,)? fits/ }).waitFor();
    const step = page.getByRole('button', { name: 'Step', exact: true });
    const told = page.locator('.told');
    const pieces = () => board(page).locator('.piece').count();
    await page.getByLabel('Replies').selectOption('random');
    await step.click();
    await told.getByText('Opponent’s turn').waitFor();
    // From now on the server is slow to say what the strategy does.
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/decide', async (route) => {
      await held;
      await route.continue();
    });
    await step.click();
    await eventually(async () => expect(await pieces()).toBe(2));
    expect(await step.isDisabled()).toBe(true);
    expect((await told.innerText()).trim()).toBe('');
    answer();
    await told.getByText(/fits/).waitFor();
    await step.click();
    await eventually(async () => expect(await pieces()).toBe(3));
    await leave(visited);
  });

  it('comes to rest at the end of a game', async () => {
    const visited = await visit('#/tic-tac-toe/strategy');
    const { page } = visited;
    await page.locator('.told', { hasText: /Rule \d+(, mirrored,)? fits/ }).waitFor();
    await page.getByLabel('Replies').selectOption('best');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByText('The game is over.').waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(0);
    await leave(visited);
  });

  it('shows a search that runs to whoever comes back, and stops it', async () => {
    const visited = await visit('#/nim/strategy');
    const { page } = visited;
    const find = page.getByRole('button', { name: 'Find a strategy' });
    const another = page.getByText('Find another');
    await find.or(another).first().waitFor();
    if (await another.isVisible()) await another.click();
    await page.getByLabel('Search for').selectOption('120 s');
    await find.click();
    await page.getByText(/\d+ rules, \d+ conditions? so far/).waitFor();
    await picture(page, 'strategy-searching');
    await view(page, 'Build');
    await page.getByText('checked in').waitFor();
    await view(page, 'Strategy');
    await page.getByText('Searching…').waitFor();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    // What was found by then is kept.
    await page.getByRole('heading', { name: /^Rules for/ }).waitFor();
    await another.waitFor();
    await leave(visited);
  });

  it('leads to the beginning that an unfinished search found', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    // A search that runs out of time takes longer than a test should: what the server says of one is made up.
    const stored = await page.evaluate(async () => {
      const strategy = { role: 'x', text: '(role x)\n=> (mark 2 2)\n' };
      const answer = await fetch('/api/games/tic-tac-toe/strategies', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Beginning for x: 1 rule', strategy }),
      });
      return ((await answer.json()) as { id: string }).id;
    });
    const error = { error: 'time limit reached before the list was complete', code: 'limit' };
    const job = {
      id: '0',
      kind: 'synth',
      game: 'tic-tac-toe',
      title: 'Tic-Tac-Toe',
      role: 'x',
      state: 'failed',
      error,
    };
    const result = { saved: stored, optimal: false };
    await page.route('**/api/jobs', (route) =>
      route.fulfill({
        json: { jobs: [{ ...job, stopping: false, resumable: false, seconds: 20, created: 0, result }] },
      }),
    );
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('link', { name: 'Find a strategy for Tic-Tac-Toe' }).click();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Beginning for x: 1 rule');
    await leave(visited);
  });
});
