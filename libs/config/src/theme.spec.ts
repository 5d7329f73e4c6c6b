import { emailColors, parseTheme, weakContrasts } from './branding.js';

const reasonAgainst = (css: string): string => {
  try {
    parseTheme(css);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it('a theme has the values of each color scheme, as the cascade leaves them', () => {
  const { values } = parseTheme(`
    /* The colors of Acme. */
    :root { --lk-page: #fff; --lk-action: rgb(0 0 200); --lk-font: "Inter", system-ui; }
    @media (prefers-color-scheme: dark) { /* At night. */ :root { --lk-page: #000; --lk-line: var(--lk-page) } }
    @media (prefers-color-scheme:light) { :root { --lk-action: oklch(40% 0.2 260) } }
    :root { --lk-radius: calc(4px + 0.5 * 1em) }`);
  expect(Object.fromEntries(values.light)).toEqual({
    page: '#fff',
    action: 'oklch(40% 0.2 260)',
    font: '"Inter", system-ui',
    radius: 'calc(4px + 0.5 * 1em)',
  });
  expect(Object.fromEntries(values.dark)).toMatchObject({
    page: '#000',
    action: 'rgb(0 0 200)',
    line: 'var(--lk-page)',
  });
  expect(parseTheme('').values.light.size).toBe(0);
});

it.each([
  ['@import "https://evil.example/x.css";', 'line 1: only custom properties'],
  ['\n\n@import url(x);', 'line 3: only custom properties'],
  ['@font-face { font-family: x; src: url(x) }', 'only custom properties'],
  ['@charset "utf-8";', 'only custom properties'],
  ['@layer x { :root { --lk-page: #fff } }', 'only custom properties'],
  ['@namespace url(http://www.w3.org/2000/svg);', 'only custom properties'],
  ['@media print { :root { --lk-page: #fff } }', 'the only media query'],
  ['@media (prefers-color-scheme: dark), print { :root { --lk-page: #fff } }', 'the only media query'],
  ['@media not (prefers-color-scheme: dark) { :root { --lk-page: #fff } }', 'the only media query'],
  ['@media (prefers-color-scheme: dark) { body { --lk-page: #fff } }', 'the only selector is :root'],
  ['@media (prefers-color-scheme: dark) { @import "x"; }', 'the only selector is :root'],
  ['html { --lk-page: #fff }', 'the only selector is :root'],
  [':root, body { --lk-page: #fff }', 'the only selector is :root'],
  [':root:has(input[value^=a]) { --lk-page: #fff }', 'the only selector is :root'],
  [':root input { --lk-page: #fff }', 'the only selector is :root'],
  [':root { color: red }', 'color is no custom property'],
  [':root { --page: #fff }', '--page is no custom property'],
  [':root { --lk-: #fff }', '--lk- is no custom property'],
  [':root { --LK-page: #fff }', '--LK-page is no custom property'],
  [':root { --lk-page: #fff !important }', '--lk-page is !important'],
  [':root { --lk-page: url(https://evil.example/x) }', 'a value that is not allowed'],
  [':root { --lk-page: URL("x") }', 'a value that is not allowed'],
  [':root { --lk-page: image-set("x" 1x) }', 'image-set()'],
  [':root { --lk-page: src("x") }', 'src()'],
  [':root { --lk-page: attr(value) }', 'attr()'],
  [':root { --lk-page: env(x) }', 'env()'],
  [':root { --lk-page: expression(alert(1)) }', 'expression()'],
  [':root { --lk-page: calc(1px + url(x)) }', 'a value that is not allowed'],
  [':root { --lk-page: var(--secret) }', 'var() of another name'],
  [':root { --lk-page: var(--lk-card, url(x)) }', '--lk-page has'],
  [':root { --lk-page: { a: b } }', ''],
  [':root { --lk-page: \\75rl(x) }', 'a backslash'],
  [':root { --lk-page: #fff; &:hover { --lk-page: #000 } }', ''],
  [':root { --lk-page: #fff } }', 'line 1: '],
  [':root { --lk-page #fff }', 'line 1: '],
  ['<!-- :root { --lk-page: #fff } -->', ''],
  ['<style>', 'the character <'],
  [':root { --lk-font: "</style><script>" }', 'the character <'],
  ['/* </style> */ :root { --lk-page: #fff }', 'the character <'],
])('a theme cannot have %s', (css, reason) => {
  expect(reasonAgainst(css)).toContain(reason);
  expect(reasonAgainst(css)).not.toBe('');
});

it('a theme with the colors of the service has no weak contrast, and no other text is looked at', () => {
  expect(weakContrasts(parseTheme(':root { --lk-text: #18181b; --lk-line: #fff; --lk-radius: 4px }'))).toEqual([
    // The same color on the dark page.
    { scheme: 'dark', text: 'text', behind: 'page', ratio: 1 },
    { scheme: 'dark', text: 'text', behind: 'card', ratio: 1.1 },
  ]);
  expect(weakContrasts(parseTheme(':root { --lk-line: #fff }'))).toEqual([]);
});

it.each([
  ['#777', 4.4],
  ['hsl(0 0% 47%)', 4.4],
  ['gray', 3.9],
  ['oklch(60% 0 0)', 3.9],
  ['var(--lk-line)', 2.8],
  ['rgb(0 0 0 / 50%)', undefined],
  ['color-mix(in srgb, red, blue)', undefined],
  ['var(--lk-problem)', undefined],
  ['currentcolor', undefined],
])('the contrast of %s on a white action is %s to 1', (color, ratio) => {
  const css = `@media (prefers-color-scheme: light) {
    :root { --lk-action: #fff; --lk-on-action: ${color}; --lk-line: #999; --lk-problem: var(--lk-on-action) } }`;
  const found = weakContrasts(parseTheme(css)).filter(({ text }) => text === 'on-action');
  expect(found).toEqual([{ scheme: 'light', text: 'on-action', behind: 'action', ratio }]);
});

it('a contrast of 4.5 to 1 is enough', () => {
  expect(
    weakContrasts(
      parseTheme('@media (prefers-color-scheme: light) { :root { --lk-muted: #737373; --lk-page: #fff } }'),
    ),
  ).toEqual([]);
});

it('the colors of emails are those of the theme, as mail programs know them, in each scheme', () => {
  const theme = parseTheme(`:root { --lk-action: oklch(60% 0 0); --lk-on-action: var(--lk-card) }
    @media (prefers-color-scheme: dark) { :root { --lk-page: rebeccapurple; --lk-action: #ABC } }`);
  expect(emailColors(theme, 'light')).toMatchObject({ page: '#f4f4f5', action: '#808080', 'on-action': '#ffffff' });
  expect(emailColors(theme, 'dark')).toMatchObject({ page: '#663399', action: '#aabbcc', 'on-action': '#27272a' });
});

it.each(['color-mix(in srgb, red, blue)', 'rgb(0 0 0 / 50%)', 'var(--lk-none)'])(
  'emails have all colors of the service in a scheme where one is %s',
  (color) => {
    const theme = parseTheme(
      `:root { --lk-page: #000 } @media (prefers-color-scheme: light) { :root { --lk-text: ${color} } }`,
    );
    expect(emailColors(theme, 'light')).toEqual(emailColors(undefined, 'light'));
    expect(emailColors(theme, 'dark').page).toBe('#000000');
  },
);
