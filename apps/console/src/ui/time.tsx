import { t } from '../texts/texts';

const FORMAT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  /** Epoch seconds. */
  at: number | null;
  /** What is shown in place of none. */
  none?: string;
}

/** A time in the time zone of the reader. */
export function Time({ at, none = t.states.never }: Props) {
  if (at === null) return <span className="dimmed">{none}</span>;
  const date = new Date(at * 1000);
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {FORMAT.format(date)}
    </time>
  );
}
