/** The first match counts: most browsers also name older browsers in their `User-Agent`. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChromium\/|\bHeadlessChrome\//, 'Chromium'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * The browser and the system that a `User-Agent` names, each empty if unknown. Fixed words: no text of the client is shown.
 * @param brands the `Sec-CH-UA` header: Chromium calls itself Chrome in its `User-Agent`
 */
export function browserOf(userAgent: string, brands = ''): { browser: string; system: string } {
  const name = nameIn(BROWSERS, userAgent);
  const isChromium = brands.includes('"Chromium"') && !brands.includes('"Google Chrome"');
  return { browser: name === 'Chrome' && isChromium ? 'Chromium' : name, system: nameIn(SYSTEMS, userAgent) };
}

/** The same in words: `Firefox on Windows`. */
export function browserInWords(userAgent: string): string {
  const { browser, system } = browserOf(userAgent);
  const name = browser || 'an unknown program';
  return system === '' ? name : `${name} on ${system}`;
}

function nameIn(names: [RegExp, string][], userAgent: string): string {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
}
