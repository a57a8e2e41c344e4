/** What a person does in the builder. */

import type { Locator, Page } from 'playwright-core';

export const editor = (page: Page): Locator => page.getByRole('group', { name: 'Conditions of the rule' });
export const rules = (page: Page): Locator => page.getByRole('list', { name: 'Rules' });
/** The moves of the rules in their order. */
export const order = async (page: Page) => (await rules(page).locator('.words b').allInnerTexts()).join(', ');

/** What marking a cell is called. */
export const markName = (cell: string): string => `mark ${cell}`;

/** Adds a rule that plays at a cell, with conditions on other cells. */
export async function addRule(page: Page, cell: string, conditions: [string, string][] = []): Promise<void> {
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
  await page.getByRole('button', { name: `Play: ${markName(cell)}` }).click();
}

/** Where strategies are opened. */
export const list = (page: Page): Locator => page.getByLabel('Open a strategy');

/** Opens what the list calls so, the one thing that it does. */
export async function choose(page: Page, text: string): Promise<void> {
  const option = list(page).locator('option', { hasText: text });
  await option.waitFor({ state: 'attached' });
  const value = await option.getAttribute('value');
  if (value === null) throw new Error(`“${text}” can't be chosen`);
  await list(page).selectOption(value);
}

/** Saves what is there and waits until the server has it: a draft that is not saved stands in the list by the same name. */
export async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await list(page).locator('optgroup[label="Saved"] option', { hasText: name }).waitFor({ state: 'attached' });
}
