import { describe, expect, it } from 'vitest';
import { solved } from './actions';
import { fitsWidth, leave, PHONE, picture, visit } from './browser';
import { playSheet, POINTS } from './sheets';

describe('the library', () => {
  it('lists bundled games, finds one by name and opens it', async () => {
    const visited = await visit('#/');
    const { page } = visited;
    await page.getByRole('heading', { name: 'Start here' }).waitFor();
    expect(await page.getByRole('article').count()).toBeGreaterThan(20);
    await picture(page, 'library');
    await page.getByRole('searchbox', { name: 'Find a game' }).fill('morris');
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await page.getByRole('link', { name: 'Three Men' }).click();
    await page.getByRole('heading', { level: 1, name: 'Three Men' }).waitFor();
    await leave(visited);
  });

  it('opens a game in a size of one’s own', async () => {
    const visited = await visit('#/');
    const { page } = visited;
    const card = page.getByRole('article').filter({ hasText: 'Single-heap Nim' });
    await card.getByText('other size').click();
    await card.getByRole('textbox').fill('9');
    await card.getByRole('button', { name: /in this size/ }).click();
    await solved(page);
    expect(await page.locator('.object:not(.gone)').count()).toBe(9);
    await leave(visited);
  });

  it('underlines what is wrong in rules as they are typed, and plays them once they are right', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    await page.getByText('well-formed').waitFor();
    const editor = page.getByRole('textbox', { name: 'Rule sheet' });
    const rules = await editor.inputValue();
    await editor.fill(
      rules.replace('(<= terminal (true (matches 0)))', '(<= terminal (true (matchez ?n ?m)) (not (foo ?z)))'),
    );
    await page.locator('pre .error').first().waitFor();
    await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click();
    expect(
      await editor.evaluate((field: HTMLTextAreaElement) => field.selectionEnd - field.selectionStart),
    ).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Save and play' }).isDisabled()).toBe(true);
    await picture(page, 'rules-with-problems');
    await editor.fill(rules);
    await page.getByText('well-formed').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ten matches');
    await page.getByRole('button', { name: 'Save and play' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ten matches' }).waitFor();
    await solved(page);
    await picture(page, 'own-game');
    await leave(visited);
  });

  it('keeps a sheet that is not saved, and shows a mistake that is out of sight', async () => {
    const visited = await visit('#/new');
    const { page } = visited;
    const editor = page.getByRole('textbox', { name: 'Rule sheet' });
    const example = await editor.inputValue();
    const long = `(role ?x)\n${'; a remark\n'.repeat(200)}${example}`;
    await editor.fill(long);
    await page.getByRole('textbox', { name: 'Name' }).fill('Half done');
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button').first();
    await problem.waitFor();
    const scrolled = () => page.locator('.editor').evaluate((box) => box.scrollTop);
    await page.locator('.editor').evaluate((box) => (box.scrollTop = box.scrollHeight));
    expect(await scrolled()).toBeGreaterThan(0);
    await problem.click();
    await expect.poll(scrolled).toBe(0);
    await page.getByRole('link', { name: 'Games' }).click();
    await page.getByRole('article').first().waitFor();
    await page.goBack();
    expect(await editor.inputValue()).toBe(long);
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Half done');
    await page.getByRole('button', { name: 'Example' }).click();
    await page.getByRole('button', { name: 'Discard your changes?' }).click();
    expect(await editor.inputValue()).toBe(example);
    await leave(visited);
  });

  it('lets sheets of one’s own be edited, renamed and deleted, and keeps what is not saved', async () => {
    const visited = await visit('#/tic-tac-toe/rules');
    const { page } = visited;
    await page.getByRole('link', { name: 'Change a copy' }).click();
    const editor = page.getByRole('textbox', { name: 'Rule sheet' });
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.inputValue()).toBe('Tic-Tac-Toe, copy');
    const rules = await editor.inputValue();
    await editor.fill(`; mine\n${rules}`);
    // Leaving loses nothing.
    await page.getByRole('link', { name: 'Games' }).click();
    await page.getByRole('article').first().waitFor();
    await page.goBack();
    await expect.poll(() => editor.inputValue()).toContain('; mine');
    await name.fill('Noughts');
    await page.getByRole('button', { name: 'Save and play' }).click();
    await page.getByRole('heading', { level: 1, name: 'Noughts' }).waitFor();
    await solved(page);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Edit Noughts' }).waitFor();
    await expect.poll(() => editor.inputValue()).toContain('; mine');
    // Another name leaves the solution alone.
    await name.fill('Crosses');
    await page.getByRole('button', { name: 'Save and play' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crosses' }).waitFor();
    await solved(page);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect.poll(() => editor.inputValue()).toContain('; mine');
    // So do other comments.
    await editor.fill(`; changed\n${rules}`);
    await page.getByText('well-formed').waitFor();
    await page.getByRole('button', { name: 'Save and play' }).click();
    await page.getByRole('heading', { level: 1, name: 'Crosses', exact: true }).waitFor();
    await solved(page);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect.poll(() => editor.inputValue()).toContain('; changed');
    await editor.fill(rules.replaceAll('50', '40'));
    await page.getByText('well-formed').waitFor();
    await page.getByRole('button', { name: 'Save and play' }).click();
    await page.getByRole('button', { name: /^Save\? The solutions/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Crosses', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Games' }).click();
    const card = page.getByRole('article').filter({ hasText: 'Crosses' });
    await expect.poll(() => card.count()).toBe(1);
    expect(await page.getByRole('article').filter({ hasText: 'Noughts' }).count()).toBe(0);
    // The game is solved as it is opened, and a running solve is in the way of deleting it.
    await card.getByRole('link', { name: 'Crosses' }).click();
    await solved(page);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: /^Delete it/ }).click();
    await page.getByRole('heading', { name: 'Start here' }).waitFor();
    await expect.poll(() => card.count()).toBe(0);
    await leave(visited);
  });

  it('asks no more about a game whose page was left before it was open', async () => {
    const visited = await visit('#/');
    const { page } = visited;
    let answer: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/jobs', async (route) => {
      await left;
      await route.continue();
    });
    const asked = page.waitForRequest('**/api/jobs');
    // A size that no other test has solved, so that it would be solved as it is opened.
    await page.evaluate(() => (location.hash = '#/nim%3A1%2C6'));
    await asked;
    await page.getByRole('link', { name: 'Games' }).click();
    await page.getByRole('heading', { name: 'Start here' }).waitFor();
    const later: string[] = [];
    page.on('request', (request) => later.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const told = page.waitForResponse('**/api/jobs');
    answer();
    await (await told).finished();
    // By the time a question of ours is answered, the page has asked what it wants to ask.
    await page.evaluate(async () => (await fetch('/api/status')).text());
    expect(later).toEqual(['GET /api/status']);
    await leave(visited);
  });

  it('has room for long names', async () => {
    const name = 'W'.repeat(60);
    const role = 'verylongnameofarolethatgoesonandon';
    const sheet = POINTS.replace(/\ba\b/g, role).replaceAll('turned', 'turnedturnedturnedturnedturnedturned');
    for (const viewport of [PHONE, { width: 1280, height: 820 }]) {
      const visited = await visit('#/new', { viewport });
      const { page } = visited;
      await playSheet(page, name, `${sheet}; ${viewport.width}`);
      await solved(page);
      await fitsWidth(page);
      for (const hash of ['#/', '#/jobs', `${new URL(page.url()).hash.split('/').slice(0, 2).join('/')}/solve`]) {
        await page.goto(`${page.url().split('#')[0]}${hash}`);
        await page.getByText(name).first().waitFor();
        await fitsWidth(page);
      }
      await picture(page, `long-names-${viewport.width}`);
      await leave(visited);
    }
  });

  it('reads rules from a file, and from a copy of a bundled game', async () => {
    const visited = await visit('#/tic-tac-toe/rules');
    const { page } = visited;
    await page.getByRole('link', { name: 'Change a copy' }).click();
    const editor = page.getByRole('textbox', { name: 'Rule sheet' });
    await expect.poll(() => editor.inputValue()).toContain('(role x)');
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name: 'mine.kif', mimeType: 'text/plain', buffer: Buffer.from('(role me)') });
    await expect.poll(() => editor.inputValue()).toBe('(role me)');
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('mine');
    await leave(visited);
  });
});
