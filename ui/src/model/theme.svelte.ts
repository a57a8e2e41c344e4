/** Light, dark or as the system says, remembered in this browser. */

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'backsolve-theme';

class ThemeChoice {
  current: Theme = $state(THEMES.find((name) => name === localStorage.getItem(KEY)) ?? 'auto');

  constructor() {
    this.apply();
  }

  choose(theme: Theme): void {
    this.current = theme;
    localStorage.setItem(KEY, theme);
    this.apply();
  }

  private apply(): void {
    if (this.current === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.current;
  }
}

export const theme = new ThemeChoice();
