import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkAccessibility, leave, PHONE, picture, tabTo, visit } from './browser';

import { addRule, choose, editor, list, order, rules, save } from './building';

describe('building a strategy', () => {
  it('verifies while one edits, shows the counter-example and mends it', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await page.getByText('No rule is wrong').waitFor();
    await page.getByText('Not complete yet').waitFor();
    await page.getByText(/no rule fits/).waitFor();
    await addRule(page, 'a2', [['a3', 'o']]);
    await page.getByText('A rule is wrong').waitFor();
    await page.getByText(/rule 2, mirrored, plays: .* turns a win into a draw/).waitFor();
    expect(await page.locator('.cell.wrong').count()).toBeGreaterThan(0);
    await picture(page, 'build-counter-example');
    await page.getByRole('button', { name: 'Add a rule for this state' }).click();
    expect(await rules(page).locator('.rule').count()).toBe(3);
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
    await undo.click();
    await expect.poll(() => order(page)).toBe('mark b2, mark a2');
    await undo.click();
    await expect.poll(() => order(page)).toBe('mark b2, no move yet');
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => order(page)).toBe('mark b2, mark a2');
    await leave(visited);
  });

  it('calls rules by the numbers that the reader sees, also beside unfinished ones', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await addRule(page, 'b2');
    await addRule(page, 'a2', [['a3', 'o']]);
    await page.getByText(/rule 3, mirrored, plays/).waitFor();
    await page.locator('.rule.failing [data-rule="3"]').waitFor();
    // What is still without a move survives completing.
    await page.getByRole('button', { name: 'Delete rule 3' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Nothing is missing').waitFor();
    expect(await order(page)).toMatch(/^mark b2, .*no move yet$/);
    await leave(visited);
  });

  it('does not overwrite rules that were changed while the server worked on others', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Stop completing' }).waitFor();
    await addRule(page, 'a1');
    await page.getByText('the result was discarded').waitFor();
    expect(await order(page)).toBe('mark b2, mark a1');
    await leave(visited);
  });

  it('is done by keyboard alone', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByText('checked in').waitFor();
    await tabTo(page, '.primary');
    await page.keyboard.press('Enter');
    await editor(page).waitFor();
    await tabTo(page, '[aria-label="Conditions of the rule"] button[data-cell]');
    for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Play: mark b2' }).waitFor();
    await page.getByRole('button', { name: 'Play: mark b2' }).evaluate((button) => (button.dataset['wanted'] = ''));
    await tabTo(page, '[data-wanted]');
    await page.keyboard.press('Enter');
    await expect.poll(() => order(page)).toBe('mark b2');
    await page.getByText('No rule is wrong').waitFor();
    await leave(visited);
  });

  it('completes and minimises, and shows what changed', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText(/rules? added: \d/).waitFor();
    await page.getByText('Nothing is missing').waitFor();
    expect(await rules(page).getByText('new').count()).toBeGreaterThan(0);
    await picture(page, 'build-completed');
    // A rule that is never used is what minimising takes out.
    await addRule(page, 'b2');
    await page.getByText('Nothing is missing').waitFor();
    await page.getByRole('button', { name: 'Minimise' }).click();
    await page.getByText(/^\d+ rules → \d+, \d+ conditions? → \d+\.$/).waitFor();
    await page.getByText('Removed', { exact: true }).click();
    await page
      .getByText(/^Rule \d+ removed/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByText('Nothing is missing').waitFor();
    await leave(visited);
  });

  it('orders rules by keys, buttons and dragging, and locks them together', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await addRule(page, 'a1', [['b2', 'not x']]);
    await addRule(page, 'c3', [['b2', 'o']]);
    await expect.poll(() => order(page)).toBe('mark b2, mark a1, mark c3');
    await page.locator('[data-rule="3"]').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(page)).toBe('mark b2, mark c3, mark a1');
    await page.getByRole('button', { name: 'Move down' }).first().click();
    await expect.poll(() => order(page)).toBe('mark c3, mark b2, mark a1');
    await rules(page).locator('.block').nth(2).dragTo(rules(page).locator('.block').nth(0));
    await expect.poll(() => order(page)).toBe('mark a1, mark c3, mark b2');
    await page.getByRole('checkbox', { name: 'Select rule 1 for locking' }).check();
    await page.getByRole('checkbox', { name: 'Select rule 3 for locking' }).check();
    await page.getByRole('button', { name: 'Lock these 2 rules together' }).click();
    await expect.poll(() => rules(page).locator('.block').count()).toBe(2);
    await picture(page, 'build-locked');
    await page.locator('[data-rule="1"]').click();
    await page.getByText('This rule is locked').waitFor();
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => rules(page).locator('.block').count()).toBe(3);
    await leave(visited);
  });

  it('saves several strategies by name, opens them again, and writes and reads files', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await save(page, 'Centre first');
    await choose(page, 'New strategy');
    await page.getByText('Add a rule to begin').waitFor();
    await addRule(page, 'a1');
    await save(page, 'Corner first');
    await page.reload();
    await expect.poll(() => order(page)).toBe('mark a1');
    await choose(page, 'Centre first');
    await expect.poll(() => order(page)).toBe('mark b2');
    await page.getByText('More', { exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('=> (mark 2 2)');
    const file = {
      name: 'read.strategy',
      mimeType: 'text/plain',
      buffer: Buffer.from(text.replace('(mark 2 2)', '(mark 3 3)')),
    };
    await page.getByLabel('Open a file').setInputFiles(file);
    await expect.poll(() => order(page)).toBe('mark c3');
    // What can't be undone is asked first.
    await choose(page, 'Centre first');
    await expect.poll(() => order(page)).toBe('mark b2');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete “Centre first” for good?' }).click();
    await expect.poll(() => list(page).locator('option', { hasText: 'Centre first' }).count()).toBe(0);
    expect(await list(page).locator('option', { hasText: 'Corner first' }).count()).toBe(1);
    await leave(visited);
  });

  it('mends rules that are wrong with exceptions before them', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'a2');
    await page.getByText('A rule is wrong').waitFor();
    await page.getByText('Rule 1 is wrong somewhere').waitFor();
    await page.getByRole('button', { name: 'Fix and complete' }).click();
    await page.getByText(/rules added: 1/).waitFor();
    await page.getByText('Nothing is missing').waitFor();
    expect(
      await rules(page)
        .locator('.rule', { hasText: /^\s*\d+\s*whenever you can\s*mark a2\s*$/ })
        .count(),
    ).toBe(1);
    await picture(page, 'build-exceptions');
    await checkAccessibility(page);
    await leave(visited);
  });

  it('praises no empty list, and says at once that it checks', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByText('No rules yet').waitFor();
    expect(await page.locator('.badges .good').count()).toBe(0);
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/verify', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('Checking…').waitFor();
    expect(await page.getByText('No rules yet').count()).toBe(0);
    answer();
    await page.getByText('No rules yet').waitFor();
    expect(await page.getByText('Checking…').count()).toBe(0);
    await leave(visited);
  });

  it('offers what can be played and said: no waiting, and anything where nothing is asked', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByText('Each rule also stands for its mirror images').waitFor();
    await page.getByText('checked in').waitFor();
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await editor(page).getByRole('button', { name: 'a1, anything' }).waitFor();
    const moves = await page
      .locator('label', { hasText: /^\s*Move/ })
      .locator('option')
      .allInnerTexts();
    expect(moves).toContain('mark c3');
    expect(moves).not.toContain('noop');
    await leave(visited);
  });

  it('says moves and conditions in words', async () => {
    const visited = await visit('#/nim%3A1%2C2%2C4%2C5/build');
    const { page } = visited;
    await page.getByText(/^At the start no rule fits, .*Right: take\sheap\s2\sdown\sto\s0\.$/).waitFor();
    await page.getByRole('button', { name: 'Add a rule for this state' }).click();
    await expect.poll(() => order(page)).toBe('take heap 2 down to 0');
    await page.getByRole('button', { name: /^heap 4 has exactly 5\b.*remove$/ }).waitFor();
    await leave(visited);
  });

  it('brings what can be said of a place into view on a phone', async () => {
    const visited = await visit('#/tic-tac-toe/build', { viewport: PHONE });
    const { page } = visited;
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await editor(page).getByRole('button', { name: /^c3,/ }).click();
    const play = page.getByRole('button', { name: 'Play: mark c3' });
    await play.waitFor();
    const box = await play.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(PHONE.height);
    await picture(page, 'build-phone');
    await leave(visited);
  });

  it('keeps long names of moves inside their box', async () => {
    const visited = await visit('#/three-mens-morris/build');
    const { page } = visited;
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await editor(page).getByRole('button', { name: /^b2,/ }).click();
    const choice = page.locator('fieldset select');
    await choice.waitFor();
    const [inner, outer] = [await choice.boundingBox(), await page.locator('fieldset').first().boundingBox()];
    expect(inner && inner.x + inner.width).toBeLessThanOrEqual(outer ? outer.x + outer.width : 0);
    await leave(visited);
  });

  it('keeps pictures with counters off the words beside them', async () => {
    for (const [game, text] of [
      ['three-mens-morris', '(role white)\n(hand black 2) (hand white 2) (point 1 1 black) => (put 2 2)\n'],
      ['nim', '(role first)\n(heap 1 1) (heap 2 2) (heap 3 3) (heap 4 3) => (reduce 4 0)\n'],
    ] as const) {
      const visited = await visit(`#/${game}/build`);
      const { page } = visited;
      await page.getByText('More', { exact: true }).click();
      await page
        .getByLabel('Open a file')
        .setInputFiles({ name: 'one.strategy', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await rules(page).locator('.rule .count').first().waitFor();
      const overlaps = await page.evaluate(() => {
        const boxes = (selector: string) =>
          [...document.querySelectorAll(`.rule ${selector}`)].map((element) => element.getBoundingClientRect());
        const before = boxes('.number')[0]?.right ?? 0;
        const after = boxes('.words')[0]?.left ?? 0;
        const discs = [...document.querySelectorAll('.rule .counter')].map((counter) =>
          counter.querySelector('.object')?.getBoundingClientRect(),
        );
        return [
          ...boxes('.counter').filter(({ left, right }) => left < before || right > after),
          ...boxes('.counter .name').filter(({ right }, at) => (discs[at]?.left ?? right) < right),
        ].map(({ left, right }) => ({ left, right, before, after }));
      });
      await picture(page, `build-counters-${game}`);
      expect(overlaps).toEqual([]);
      await leave(visited);
    }
  });
});
