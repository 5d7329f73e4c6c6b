import { t } from '../texts/texts';

const FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const WITH_SECONDS = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

interface Props {
  /** Epoch seconds. */
  at: number | null;
  /** What is shown in place of none. */
  none?: string;
  /** Whether the time has seconds, to compare it with a log. */
  seconds?: boolean;
}

/** A time in the time zone of the reader. */
export function Time({ at, none = t.states.never, seconds = false }: Props) {
  if (at === null) return <span className="dimmed">{none}</span>;
  const date = new Date(at * 1000);
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {(seconds ? WITH_SECONDS : FORMAT).format(date)}
    </time>
  );
}
