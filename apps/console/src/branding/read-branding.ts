import { createClient, type Schemas } from '@latchkey/client';

export type Facts = Schemas['UiFacts'];
export type Scheme = 'light' | 'dark';
export type Values = Record<string, string>;

/** What the sign-in pages show besides their own texts. */
export interface Branding {
  facts: Facts;
  /** The values of `theme.css` in each color scheme; undefined while the pages are off. */
  themes: Record<Scheme, Values> | undefined;
}

const FACTS = '/api/auth/ui';

/** A client that only reads what the service offers: a preview signs no one in, and begins nothing. */
export const previewClient = createClient({
  baseUrl: location.origin,
  storageKey: 'latchkey preview',
  fetch: async (request) => {
    if (new URL(request.url).pathname !== FACTS) throw new TypeError('A preview calls nothing else.');
    return fetch(request);
  },
});

export async function readBranding(): Promise<Branding> {
  const [facts, answer] = await Promise.all([previewClient.ui(), fetch('/branding/theme.css')]);
  if (!answer.ok) return { facts, themes: undefined };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await answer.text());
  return { facts, themes: { light: valuesIn(sheet.cssRules, 'light'), dark: valuesIn(sheet.cssRules, 'dark') } };
}

/** The texts of the product in a language. */
export async function readTexts(locale: string): Promise<Record<string, string>> {
  return (await fetch(`/branding/texts/${locale}.json`)).json();
}

/** The custom properties of a theme, which has no selector but `:root`, and no media query but that of the color scheme. */
function valuesIn(rules: CSSRuleList, scheme: Scheme): Values {
  const values: Values = {};
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule && rule.conditionText.includes(scheme))
      Object.assign(values, valuesIn(rule.cssRules, scheme));
    if (rule instanceof CSSStyleRule)
      for (const name of rule.style) values[name] = rule.style.getPropertyValue(name).trim();
  }
  return values;
}
