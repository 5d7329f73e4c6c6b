import type { LatchkeySignIn, OwnTexts } from '@latchkey/elements';
import type { LatchkeyAccount } from '@latchkey/elements/account';
import { given, SERVICE } from './address';

/** An element of the page, as far as the frame around it concerns. */
type Shown = LatchkeySignIn | LatchkeyAccount;

/** What an element says about the screen that it shows. */
interface Screen {
  title: string;
  appName: string;
  locale: string;
  dir: 'ltr' | 'rtl';
  locales: string[];
  /** The word for language. */
  language: string;
}

const at = (id: string) => document.getElementById(id) as HTMLElement;

/** Puts the element of a page in its place. */
export function show(element: Shown, wide: boolean): void {
  element.locale = given('locale');
  at('main').classList.toggle('wide', wide);
  at('main').replaceChildren(element);
  brand(element);
}

/** Applies the logo or the name of the product, with the way to it, and its texts. Its colors are a style sheet of the page. */
async function applyBranding(element: Shown): Promise<void> {
  const { branding, app_name: appName, app_url: appUrl } = await element.service.client.ui();
  if (branding.texts.length > 0) element.ownTexts = { locales: branding.texts, load: loadTexts };
  const src = `${SERVICE}/branding/logo.svg`;
  const name = branding.logo ? Object.assign(new Image(), { src, alt: appName }) : appName;
  at('brand').replaceChildren(appUrl === null ? name : linkTo(appUrl, name));
}

function brand(element: Shown): void {
  // While the service is out of reach, the element says so.
  applyBranding(element).catch(() => undefined);
}

function linkTo(href: string, content: Node | string): HTMLAnchorElement {
  const link = Object.assign(document.createElement('a'), { href });
  link.append(content);
  return link;
}

const loadTexts: OwnTexts['load'] = async (locale) => (await fetch(`${SERVICE}/branding/texts/${locale}.json`)).json();

/** Keeps the frame in step with the element: the title, the product, and the languages. */
export function follow(): void {
  addEventListener('latchkey-screen', (event) => {
    const { title, appName, locale, dir, locales, language } = (event as CustomEvent<Screen>).detail;
    document.title = [title, appName].filter(Boolean).join(' · ');
    Object.assign(document.documentElement, { lang: locale, dir });
    // The service was out of reach before.
    if (appName && !at('brand').hasChildNodes()) brand(at('main').firstElementChild as Shown);
    offer(locales, locale, language);
  });
}

/** The choice of a language. */
function offer(locales: string[], locale: string, text: string): void {
  if (locales.length < 2) return;
  const label = document.createElement('label');
  const select = document.createElement('select');
  select.append(...locales.map((each) => optionOf(each, each === locale.split('-')[0] || each === locale)));
  select.addEventListener('change', () => choose(select.value));
  label.append(text, select);
  const hasFocus = at('languages').contains(document.activeElement);
  at('languages').replaceChildren(label);
  if (hasFocus) select.focus();
}

/** A language in itself, as a list begins it. */
function optionOf(locale: string, selected: boolean): HTMLOptionElement {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  const [first = '', ...rest] = name;
  const option = new Option(first.toLocaleUpperCase(locale) + rest.join(''), locale, false, selected);
  option.lang = locale;
  return option;
}

function choose(locale: string): void {
  const url = new URL(location.href);
  url.searchParams.set('locale', locale);
  history.replaceState(history.state, '', url);
  (at('main').firstElementChild as Shown).locale = locale;
}
