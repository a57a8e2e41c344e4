/** Nothing that somebody builds is lost, whatever is opened next and wherever. */

import { describe, expect, it } from 'vitest';
import { addRule, choose, list, order, save } from './building';
import { checkAccessibility, leave, picture, visit } from './browser';

describe('drafts', () => {
  it('stay when another strategy is opened, new ones and changed ones', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await save(page, 'Kept well');
    await list(page).selectOption('');
    await expect.poll(() => order(page)).toBe('');
    await addRule(page, 'a1');
    await addRule(page, 'c3');
    await page.getByText('Not saved yet').waitFor();
    await choose(page, 'Kept well');
    await expect.poll(() => order(page)).toBe('mark b2');
    await addRule(page, 'a2');
    await choose(page, 'not saved');
    await expect.poll(() => order(page)).toBe('mark a1, mark c3');
    await picture(page, 'build-drafts');
    await choose(page, 'Kept well (x, 1 rule), changed');
    await expect.poll(() => order(page)).toBe('mark b2, mark a2');
    await page.reload();
    await expect.poll(() => order(page)).toBe('mark b2, mark a2');
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Discard the changes?' }).click();
    await expect.poll(() => order(page)).toBe('mark b2');
    expect(await list(page).locator('option', { hasText: 'changed' }).count()).toBe(0);
    await leave(visited);
  });

  it('are not shared by tabs', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await page.getByText('Not saved yet').waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText('No rules yet').waitFor();
    await addRule(second, 'a1');
    await save(second, 'Second tab');
    // Who takes up what the first tab works on gets a copy.
    await choose(second, 'not saved');
    await expect.poll(() => order(second)).toBe('mark b2');
    await addRule(second, 'c3');
    await page.reload();
    await expect.poll(() => order(page)).toBe('mark b2');
    // What a tab leaves behind is taken up by the next.
    await page.close();
    await second.close();
    const third = await visited.page.context().newPage();
    await third.goto(page.url());
    await expect.poll(() => order(third)).toBe('mark b2, mark c3');
    await leave(visited);
  });

  it('say which rules could not be saved', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await addRule(page, 'b2');
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await save(page, 'Half a list');
    await page.getByText('Saved without rule 2, which has no move yet.').waitFor();
    await page.reload();
    await expect.poll(() => order(page)).toBe('mark b2, no move yet');
    await leave(visited);
  });

  it('have a menu that does not move anything', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByText('checked in').waitFor();
    const place = () => page.getByRole('button', { name: 'Save', exact: true }).boundingBox();
    const before = await place();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor();
    expect(await place()).toEqual(before);
    await picture(page, 'build-more');
    await checkAccessibility(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Download' }).waitFor({ state: 'hidden' });
    // The way to a file stays open while it is clicked; a click elsewhere closes it.
    await page.getByText('More', { exact: true }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('Open a file').click()]);
    expect(chooser.isMultiple()).toBe(false);
    await page.getByRole('heading', { name: 'Is it optimal?' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor({ state: 'hidden' });
    await leave(visited);
  });
});
