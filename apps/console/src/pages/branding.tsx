import { createClient, type Schemas } from '@latchkey/client';
import '@latchkey/elements';
import { type CSSProperties, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useLoad } from '../api/load';
import type { Checks } from '../api/types';
import { t } from '../texts/texts';
import { Page } from '../ui/layout';
import { SelectFilter, useQuery } from '../ui/list';
import { Loaded, State } from '../ui/view';
import { readReport } from './checks';
import { Frame } from './emails';

type Facts = Schemas['UiFacts'];
type Scheme = 'light' | 'dark';
export type Values = Record<string, string>;

/** What the sign-in pages show besides their own texts. */
interface Branding {
  facts: Facts;
  /** The values of `theme.css` in each color scheme; undefined while the pages are off. */
  themes: Record<Scheme, Values> | undefined;
}

const FACTS = '/api/auth/ui';

/** A client that only reads what the service offers: a preview signs no one in, and begins nothing. */
const previewClient = createClient({
  baseUrl: location.origin,
  storageKey: 'latchkey preview',
  fetch: async (request) => {
    if (new URL(request.url).pathname !== FACTS) throw new TypeError('A preview calls nothing else.');
    return fetch(request);
  },
});

async function readBranding(): Promise<Branding> {
  const [facts, answer] = await Promise.all([previewClient.ui(), fetch('/branding/theme.css')]);
  if (!answer.ok) return { facts, themes: undefined };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(await answer.text());
  return { facts, themes: { light: valuesIn(sheet.cssRules, 'light'), dark: valuesIn(sheet.cssRules, 'dark') } };
}

/** The texts of the product in a language. */
async function readTexts(locale: string): Promise<Record<string, string>> {
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

interface SignInPreviewProps {
  facts: Facts;
  scheme: Scheme;
  values: Values;
  language: string;
}

/** The first screen of a sign-in in one color scheme, which only shows how it looks. */
function SignInPreview({ facts, scheme, values, language }: SignInPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const { texts, logo } = facts.branding;
  useEffect(() => {
    const element = document.createElement('latchkey-sign-in');
    const ownTexts = { locales: texts, load: readTexts };
    Object.assign(element, { client: previewClient, prompt: 'login', locale: language, ownTexts });
    place.current?.replaceChildren(element);
  }, [language, texts]);
  const style = { ...values, colorScheme: scheme } as CSSProperties;
  return (
    <figure className="branded">
      <figcaption>{t.layout.schemes[scheme]}</figcaption>
      <div className={`branded-page ${scheme}`} style={style} inert>
        {logo ? <img src="/branding/logo.svg" alt={facts.app_name} /> : <b>{facts.app_name}</b>}
        <div className="branded-card" ref={place} />
      </div>
    </figure>
  );
}

const SCHEMES: Scheme[] = ['light', 'dark'];
/** An email that every service sends. */
const KIND = 'reset-password';

export function BrandingPage() {
  const branding = useLoad(readBranding, []);
  const report = useLoad(readReport, []);
  return (
    <Page title={t.navigation.branding}>
      <p className="hint">{t.branding.hint}</p>
      <Loaded load={report}>{(found) => <BrandingFindings report={found} />}</Loaded>
      <Loaded load={branding}>{(found) => <Previews branding={found} />}</Loaded>
    </Page>
  );
}

/** What the checks say about the files and the contrast of their colors. */
function BrandingFindings({ report: { checks } }: { report: Checks }) {
  const found = checks.filter(({ name }) => name === 'branding');
  return (
    <ul className="plain" aria-label={t.checks.found}>
      {found.map(({ status, found: text, cure }) => (
        <li key={text}>
          <State name={status} /> {cure ? `${text}: ${cure}` : text}
        </li>
      ))}
    </ul>
  );
}

/** The sign-in page and an email, in one language. */
function Previews({ branding: { facts, themes } }: { branding: Branding }) {
  const query = useQuery();
  const language = query.get('language') ?? facts.locales[0] ?? 'en';
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return (
    <>
      <search className="filters">
        <SelectFilter
          name="language"
          label={t.templates.language}
          value={language}
          data={facts.locales.map((value) => ({ value, label: names.of(value) ?? value }))}
        />
      </search>
      <h2>{t.branding.page}</h2>
      {themes ? (
        <div className="branded-pages">
          {SCHEMES.map((scheme) => (
            <SignInPreview key={scheme} facts={facts} scheme={scheme} values={themes[scheme]} language={language} />
          ))}
        </div>
      ) : (
        <p>{t.branding.off}</p>
      )}
      <h2>{t.branding.email}</h2>
      <p className="hint">
        {t.branding.emailHint} <Link href={`/emails/templates?language=${language}`}>{t.branding.emails}</Link>
      </p>
      <Frame kind={KIND} language={language} />
    </>
  );
}
