import { NativeSelect } from '@mantine/core';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { Templates } from '../api/types';
import { useLoad } from '../api/use-load';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { type Query, useQuery } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';
import { EmailTabs } from './email-tabs';
import { Preview } from './preview';

export default function TemplatesPage() {
  const query = useQuery();
  const load = useLoad(() => dataOf(api.GET('/api/admin/templates')), []);
  return (
    <Page title={t.navigation.emails}>
      <EmailTabs here="templates" />
      <p className="hint">{t.templates.hint}</p>
      <Loaded load={load}>{(templates) => <Choice templates={templates} query={query} />}</Loaded>
    </Page>
  );
}

interface Props {
  templates: Templates;
  query: Query;
}

/** One email, which the address names. */
function Choice({ templates: { templates, default_language }, query }: Props) {
  const kind = query.get('kind') ?? templates[0]?.kind ?? '';
  const language = query.get('language') ?? default_language;
  const { languages = [] } = templates.find((template) => template.kind === kind) ?? {};
  return (
    <>
      <search className="filters">
        <NativeSelect
          label={t.templates.kind}
          value={kind}
          onChange={(event) => query.set({ kind: event.currentTarget.value })}
          data={withChosen(
            templates.map((template) => template.kind),
            kind,
          )}
        />
        <NativeSelect
          label={t.templates.language}
          value={language}
          onChange={(event) => query.set({ language: event.currentTarget.value })}
          data={withChosen(languages, language)}
        />
      </search>
      <Preview kind={kind} language={language} query={query} />
    </>
  );
}

/** Also what is no choice, but in the address. */
function withChosen(choices: string[], chosen: string): string[] {
  return choices.includes(chosen) ? choices : [...choices, chosen];
}
