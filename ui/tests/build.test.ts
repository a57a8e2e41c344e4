import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, leave, picture, visit } from './browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const editor = (page: Page) => page.getByRole('group', { name: 'What the rule asks' });
const rules = (page: Page) => page.getByRole('list', { name: 'Rules' });
const order = async (page: Page) => (await rules(page).locator('.words b').allInnerTexts()).join(', ');

/** Adds a rule that plays at a cell, with conditions on other cells. */
async function addRule(page: Page, cell: string, conditions: [string, string][] = []): Promise<void> {
  await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
  for (const [where, what] of conditions) {
    await editor(page)
      .getByRole('button', { name: new RegExp(`^${where},`) })
      .click();
    await page.getByRole('radio', { name: what, exact: true }).check({ force: true });
  }
  await editor(page)
    .getByRole('button', { name: new RegExp(`^${cell},`) })
    .click();
  await page.getByRole('button', { name: `Play mark ${cell}` }).click();
}

describe('building a strategy', () => {
  it('verifies while one edits, shows the counter-example and mends it', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, '2 2');
    await page.getByText('No rule is wrong').waitFor();
    await page.getByText('Not complete yet').waitFor();
    await page.getByText(/no rule fits/).waitFor();
    await addRule(page, '1 2', [['1 3', 'o']]);
    await page.getByText('A rule is wrong').waitFor();
    await page.getByText(/rule 2 plays .* turns a win into a draw/).waitFor();
    expect(await page.locator('.cell.wrong').count()).toBeGreaterThan(0);
    await picture(page, 'build-counter-example');
    await page.getByRole('button', { name: 'Add a rule for this state' }).click();
    expect(await rules(page).locator('.rule').count()).toBe(3);
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await leave(visited);
  });

  it('completes and minimises, and shows what changed', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, '2 2');
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText(/rules? added at the end/).waitFor();
    await page.getByText('Nothing is missing').waitFor();
    expect(await rules(page).getByText('new').count()).toBeGreaterThan(0);
    await picture(page, 'build-completed');
    // A rule that never fires is what minimising takes out.
    await addRule(page, '2 2');
    await page.getByText('Nothing is missing').waitFor();
    await page.getByRole('button', { name: 'Minimise' }).click();
    await page
      .getByText(/^Rule \d+ went/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await page.getByText('Nothing is missing').waitFor();
    await leave(visited);
  });

  it('orders rules by keys, buttons and dragging, and locks them together', async () => {
    const visited = await visit(browser, '#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, '2 2');
    await addRule(page, '1 1', [['2 2', 'not x']]);
    await addRule(page, '3 3', [['2 2', 'o']]);
    await expect.poll(() => order(page)).toBe('mark 2 2, mark 1 1, mark 3 3');
    await page.locator('[data-rule="3"]').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => order(page)).toBe('mark 2 2, mark 3 3, mark 1 1');
    await page.getByRole('button', { name: 'Move down' }).first().click();
    await expect.poll(() => order(page)).toBe('mark 3 3, mark 2 2, mark 1 1');
    await rules(page).locator('.block').nth(2).dragTo(rules(page).locator('.block').nth(0));
    await expect.poll(() => order(page)).toBe('mark 1 1, mark 3 3, mark 2 2');
    await page.getByRole('checkbox', { name: 'Mark rule 1 for locking' }).check();
    await page.getByRole('checkbox', { name: 'Mark rule 3 for locking' }).check();
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
    const visited = await visit(browser, '#/tic-tac-toe/build');
    const { page } = visited;
    const open = page.getByLabel('Open a strategy');
    await addRule(page, '2 2');
    await page.getByRole('textbox', { name: 'Name' }).fill('Centre first');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await open.locator('option', { hasText: 'Centre first' }).waitFor({ state: 'attached' });
    await open.selectOption('');
    await page.getByText('Add a rule to begin').waitFor();
    await addRule(page, '1 1');
    await page.getByRole('textbox', { name: 'Name' }).fill('Corner first');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await open.locator('option', { hasText: 'Corner first' }).waitFor({ state: 'attached' });
    await page.reload();
    await expect.poll(() => order(page)).toBe('mark 1 1');
    const value = await open.locator('option', { hasText: 'Centre first' }).getAttribute('value');
    await open.selectOption(value ?? '');
    await expect.poll(() => order(page)).toBe('mark 2 2');
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
    await expect.poll(() => order(page)).toBe('mark 3 3');
    await leave(visited);
  });
});
