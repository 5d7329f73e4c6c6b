import { Alert, Badge, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../api/client';
import type { Load } from '../api/load';
import type { ApiKey, Client } from '../api/types';
import { fill, named, t } from '../texts/texts';

interface ProblemProps {
  failure: Failure;
  title?: string;
  onRetry?: () => unknown;
}

/** A failure, read out by screen readers when it appears. */
export function Problem({ failure, title = t.states.failed, onRetry }: ProblemProps) {
  return (
    <Alert role="alert" color="red" title={title} className="problem">
      <p>{failure.message}</p>
      <code>{failure.code}</code>
      {onRetry && (
        <Button variant="default" size="xs" onClick={() => onRetry()}>
          {t.actions.retry}
        </Button>
      )}
    </Alert>
  );
}

/** Shows that something loads; only after a moment, so that fast answers do not flicker. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="waiting-bar" aria-hidden="true" />
      {t.states.loading}
    </div>
  );
}

interface LoadedProps<T> {
  load: Load<T>;
  children: (data: T) => ReactNode;
}

/** Data that loads: the state of waiting, a failure with a button to try again, or the data. */
export function Loaded<T>({ load, children }: LoadedProps<T>) {
  const { data, failure, loading, reload } = load;
  return (
    <>
      {failure && <Problem failure={failure} onRetry={reload} />}
      {data === undefined && loading && <Waiting />}
      {data !== undefined && <div aria-busy={loading}>{children(data)}</div>}
    </>
  );
}

/** Names with their values. */
export function Fields({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="fields">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A name, where there is one, and the id below it. */
export function Named({ name, id }: { name?: string | null; id: string }) {
  return name ? (
    <>
      <div>{name}</div>
      <span className="dimmed">{id}</span>
    </>
  ) : (
    id
  );
}

/** JSON as text, which is never read as HTML. */
export function Raw({ value }: { value: unknown }) {
  return <pre className="raw">{typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2)}</pre>;
}

/** JSON text with line breaks; another text as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const COLORS: Record<string, string> = {
  active: 'green',
  sent: 'green',
  verified: 'green',
  ok: 'green',
  enabled: 'green',
  fail: 'red',
  failed: 'red',
  disabled: 'red',
  blocked: 'red',
  expired: 'yellow',
  paused: 'yellow',
  queued: 'yellow',
  warn: 'yellow',
  waiting: 'yellow',
};

/** A state as a word with a color. */
export function State({ name }: { name: string }) {
  return (
    <Badge variant="light" color={COLORS[name] ?? 'gray'} radius="sm" className="state">
      {named(t.stateNames, name)}
    </Badge>
  );
}

const FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const WITH_SECONDS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

interface TimeProps {
  /** Epoch seconds. */
  at: number | null;
  /** What is shown in place of none. */
  none?: string;
  /** Whether the time has seconds, to compare it with a log. */
  seconds?: boolean;
}

/** A time in the time zone of the reader. */
export function Time({ at, none = t.states.never, seconds = false }: TimeProps) {
  if (at === null) return <span className="dimmed">{none}</span>;
  const date = new Date(at * 1000);
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {(seconds ? WITH_SECONDS : FORMAT).format(date)}
    </time>
  );
}

/** What access tokens may be used for, and below it, where. */
export function Reach({ of: { scopes, audiences } }: { of: Pick<Client | ApiKey, 'scopes' | 'audiences'> }) {
  return (
    <div className="reach">
      {scopes.join(', ')}
      <br />
      <span className="dimmed">{fill(t.clients.forAudiences, { audiences: audiences.join(', ') })}</span>
    </div>
  );
}

/** Lets the browser save a text as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
