/** The colors of the pages of the service, by the names of their custom properties without `--lk-`. */
export const DEFAULT_THEME = {
  light: {
    page: '#f4f4f5',
    card: '#fff',
    text: '#18181b',
    muted: '#52525b',
    line: '#71717a',
    action: '#18181b',
    'on-action': '#fff',
    problem: '#991b1b',
    focus: '#1d4ed8',
  },
  dark: {
    page: '#18181b',
    card: '#27272a',
    text: '#f4f4f5',
    muted: '#c4c4cc',
    line: '#a1a1aa',
    action: '#f4f4f5',
    'on-action': '#18181b',
    problem: '#fecaca',
    focus: '#93c5fd',
  },
};

export type Scheme = keyof typeof DEFAULT_THEME;
export type ThemeColor = keyof typeof DEFAULT_THEME.light;

/** The colors of text, each with the color behind it. */
export const TEXT_PAIRS: [text: ThemeColor, behind: ThemeColor][] = [
  ['text', 'page'],
  ['muted', 'page'],
  ['text', 'card'],
  ['muted', 'card'],
  ['problem', 'card'],
  ['on-action', 'action'],
];
