import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useLoad } from '../api/use-load';
import { fill, t } from '../texts/texts';
import { Fields } from '../ui/fields';
import type { Query } from '../ui/list/use-query';
import { Loaded } from '../ui/loaded';

const VIEWS = ['html', 'text'] as const;

interface Props {
  kind: string;
  language: string;
  query: Query;
}

/** An email with example values, as HTML or as text. */
export function Preview({ kind, language, query }: Props) {
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
          <nav className="tabs" aria-label={t.templates.forms}>
            {VIEWS.map((name) => (
              <Link key={name} href={addressOf(query, name)} aria-current={name === view ? 'page' : undefined}>
                {t.templates.views[name]}
              </Link>
            ))}
          </nav>
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
