import { api, dataOf } from '../api/client';
import { useLoad } from '../api/load';
import { useMay, useSession } from '../api/session';
import type { EmailMessage, Templates } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton } from '../ui/dialog';
import { changed, Page } from '../ui/layout';
import {
  actionsOf,
  type Column,
  LoadedList,
  type Query,
  SelectFilter,
  StatusFilter,
  Tabs,
  usePages,
  useQuery,
} from '../ui/list';
import { Fields, Loaded, State, Time } from '../ui/view';

const COLUMNS: Column<EmailMessage>[] = [
  { label: t.emails.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.emails.recipient, show: ({ recipient }) => recipient },
  { label: t.emails.kind, show: ({ kind }) => kind },
  { label: t.emails.status, show: ({ status }) => <State name={status} /> },
  { label: t.emails.attempts, show: ({ attempts }) => attempts },
  { label: t.emails.sent, show: ({ sent_at }) => <Time at={sent_at} /> },
  { label: t.emails.error, show: ({ last_error }) => last_error ?? '' },
];

const retryButton = (retry: (id: string) => Promise<unknown>) =>
  actionsOf(
    ({ id, status }: EmailMessage) =>
      status !== 'sent' && (
        <ActButton size="xs" act={() => retry(id)}>
          {t.emails.retry}
        </ActButton>
      ),
  );

interface EmailListProps {
  recipient?: string;
}

/** The emails of the outbox, or those to one recipient. */
export function EmailList({ recipient }: EmailListProps) {
  const mayWrite = useMay('write');
  const status = useQuery().get('status') as EmailMessage['status'] | undefined;
  const read = (cursor?: string) =>
    dataOf(api.GET('/api/admin/messages', { params: { query: { cursor, status, recipient } } }));
  const load = usePages(read, [status, recipient]);
  const retry = (id: string) => {
    const params = { path: { id } };
    return changed(dataOf(api.POST('/api/admin/messages/{id}/retry', { params })), t.emails.retried, load);
  };
  return (
    <LoadedList
      load={load}
      rows={({ messages }) => messages}
      label={t.navigation.emails}
      columns={mayWrite ? [...COLUMNS, retryButton(retry)] : COLUMNS}
      id={({ id }) => id}
      empty={t.emails.none}
    />
  );
}

const PATHS = { outbox: '/emails', templates: '/emails/templates' };

/** The parts of the page about emails. */
function EmailTabs({ here }: { here: keyof typeof PATHS }) {
  return <Tabs label={t.emails.views} names={t.emails.tabs} here={here} href={(name) => PATHS[name]} />;
}

export function EmailsPage() {
  const { features } = useSession();
  return (
    <Page title={t.navigation.emails}>
      <EmailTabs here="outbox" />
      {!features.mail && <p className="hint">{t.emails.noMail}</p>}
      <StatusFilter names={['queued', 'sent', 'failed']} />
      <EmailList />
    </Page>
  );
}

interface PreviewProps {
  kind: string;
  language: string;
  query: Query;
}

/** An email with example values, as HTML or as text. */
function Preview({ kind, language, query }: PreviewProps) {
  const read = () =>
    dataOf(api.GET('/api/admin/templates/{kind}', { params: { path: { kind }, query: { language } } }));
  const load = useLoad(read, [kind, language]);
  const view = query.get('view') === 'text' ? 'text' : 'html';
  return (
    <Loaded load={load}>
      {(message) => (
        <>
          <Fields
            rows={[
              [t.templates.subject, message.subject],
              [t.templates.writtenIn, message.language],
            ]}
          />
          <Tabs
            label={t.templates.forms}
            names={t.templates.views}
            here={view}
            href={(name) => addressOf(query, name)}
          />
          {view === 'text' ? (
            <pre className="raw" dir="auto">
              {message.text}
            </pre>
          ) : (
            <Frame kind={message.kind} language={message.language} />
          )}
        </>
      )}
    </Loaded>
  );
}

function addressOf({ text }: Query, view: string): string {
  const parameters = new URLSearchParams(text);
  parameters.set('view', view);
  return `/emails/templates?${parameters}`;
}

/** The service sends the email as a page, which its own content security policy keeps from running and loading anything. */
export function Frame({ kind, language }: { kind: string; language: string }) {
  const address = `/api/admin/templates/${encodeURIComponent(kind)}/page?${new URLSearchParams({ language })}`;
  return (
    // The key makes a new frame for each address: a frame that goes on to another address would fill the history.
    <iframe key={address} src={address} sandbox="" title={fill(t.templates.frame, { kind })} className="email" />
  );
}

export function TemplatesPage() {
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

interface TemplatesPageProps {
  templates: Templates;
  query: Query;
}

/** One email, which the address names. */
function Choice({ templates: { templates, default_language }, query }: TemplatesPageProps) {
  const kind = query.get('kind') ?? templates[0]?.kind ?? '';
  const language = query.get('language') ?? default_language;
  const kinds = templates.map((template) => template.kind);
  const { languages = [] } = templates.find((template) => template.kind === kind) ?? {};
  return (
    <>
      <search className="filters">
        <SelectFilter name="kind" label={t.templates.kind} value={kind} data={withChosen(kinds, kind)} />
        <SelectFilter
          name="language"
          label={t.templates.language}
          value={language}
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
