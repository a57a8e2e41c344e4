/** Light, dark or as the system says, remembered in this browser. */

import { recall, remember } from './memory';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'backsolve-theme';

class ThemeChoice {
  current: Theme = $state(THEMES.find((name) => name === recall(KEY)) ?? 'auto');

  constructor() {
    this.apply();
  }

  choose(theme: Theme): void {
    this.current = theme;
    remember(KEY, theme);
    this.apply();
  }

  private apply(): void {
    if (this.current === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.current;
  }
}

export const theme = new ThemeChoice();
