import { describe, it } from 'vitest';
import { checkAccessibility, fitsWidth, leave, PHONE, picture, visit } from './browser';

/** Each view with something that shows it is ready. */
const VIEWS: [name: string, hash: string, ready: string][] = [
  ['library', '#/', 'Start here'],
  ['new', '#/new', 'well-formed'],
  ['play', '#/tic-tac-toe/play', 'all solved'],
  ['play-nim', '#/nim%3A1%2C2%2C4%2C5/play', 'all solved'],
  ['play-morris', '#/three-mens-morris/play', 'all solved'],
  ['play-connect-four', '#/connect-four%3A4x4/play', 'all solved'],
  ['explore', '#/tic-tac-toe/explore', 'positions'],
  ['strategy', '#/tic-tac-toe/strategy', 'Search for'],
  ['build', '#/tic-tac-toe/build', 'states checked'],
  ['build-nim', '#/nim%3A1%2C2%2C4%2C5/build', 'states checked'],
  ['solve', '#/tic-tac-toe/solve', 'States per layer'],
  ['rules', '#/tic-tac-toe/rules', 'Change a copy'],
  ['jobs', '#/jobs', 'Jobs'],
  ['no-game', '#/no-such-game', 'cannot be opened'],
  ['play-hanoi', '#/hanoi%3A3/play', 'all solved'],
  ['play-blocks', '#/blocks-world/play', 'all solved'],
  ['play-dots', '#/dots-and-boxes%3A2x2/play', 'all solved'],
];

describe('every view is accessible and fits', () => {
  it('build, while rules are checked', async () => {
    const visited = await visit('#/tic-tac-toe/build');
    const { page } = visited;
    await page.getByText('states checked').waitFor();
    let answer: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/strategies/verify', async (route) => {
      await looked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
    await page.getByText('Checking…').waitFor();
    await checkAccessibility(page);
    answer();
    await page.getByText('Checking…').waitFor({ state: 'detached' });
    await leave(visited);
  });

  for (const [name, hash, ready] of VIEWS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, viewport] of [
        ['desktop', undefined],
        ['phone', PHONE],
      ] as const) {
        it(`${name}, ${colorScheme}, ${size}`, async () => {
          const visited = await visit(hash, { colorScheme, ...(viewport ? { viewport } : {}) });
          const { page } = visited;
          await page.getByText(ready).first().waitFor({ state: 'attached' });
          // All that can be unfolded counts, too.
          if (name === 'library') for (const more of await page.locator('summary').all()) await more.click();
          if (name.startsWith('build')) await page.getByRole('button', { name: 'Add a rule', exact: true }).click();
          await page.locator('h1').first().waitFor();
          await picture(page, `view-${name}-${colorScheme}-${size}`);
          await checkAccessibility(page);
          await fitsWidth(page);
          // That there is no such game is what this view is about.
          if (name === 'no-game') visited.complaints.length = 0;
          await leave(visited);
        });
      }
    }
  }
});
