import { NativeSelect } from '@mantine/core';
import { Link } from 'wouter';
import type { Checks } from '../api/types';
import { useLoad } from '../api/use-load';
import { readReport } from '../checks/report';
import { Frame } from '../emails/preview';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { State } from '../ui/state';
import { type Branding, readBranding, type Scheme } from './read-branding';
import { SignInPreview } from './sign-in-preview';

const SCHEMES: Scheme[] = ['light', 'dark'];
/** An email that every service sends. */
const KIND = 'reset-password';

export default function BrandingPage() {
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
        <NativeSelect
          label={t.templates.language}
          value={language}
          onChange={(event) => query.set({ language: event.currentTarget.value })}
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
