import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FileImportResult } from '../api/types';
import { fill, named, t } from '../texts/texts';
import { Fields } from '../ui/fields';
import { type Column, List } from '../ui/list/list';

type Failed = FileImportResult['failures'][number];
type LeftOut = FileImportResult['omissions'][number];
type Passwordless = FileImportResult['passwordless'][number];

const AT: Column<{ at: string }> = { label: t.import.at, show: ({ at }) => at };
const CODE: Column<{ code?: string }> = { label: t.import.code, show: ({ code }) => code && <code>{code}</code> };

const FAILED: Column<Failed>[] = [AT, CODE, { label: t.import.message, show: ({ message }) => message }];
const LEFT_OUT: Column<LeftOut>[] = [AT, { label: t.import.message, show: ({ message }) => message }];
const PASSWORDLESS: Column<Passwordless>[] = [
  AT,
  { label: t.import.reason, show: ({ reason }) => reason },
  { label: t.import.signIn, show: ({ sign_in }) => waysOf(sign_in) },
];

interface Props {
  result: FileImportResult;
  isCheck?: boolean;
}

/** What an import did, or would do: the counts, and the first entries of what did not come along. */
export function ImportReport({ result, isCheck = false }: Props) {
  const { created, failed, left_out, without_password, formats, batch_id } = result;
  const failures = isCheck ? t.import.wouldFail : t.import.failed;
  const used = Object.entries(formats).map(([format, users]) => `${format}: ${numberOf(users)}`);
  const rows: [string, ReactNode][] = [
    [isCheck ? t.import.wouldCreate : t.import.created, numberOf(created)],
    [failures, numberOf(failed)],
    ...optional(t.import.withoutPassword, without_password > 0 && numberOf(without_password)),
    ...optional(t.import.leftOut, left_out > 0 && numberOf(left_out)),
    ...optional(t.import.formats, used.join(', ')),
    ...optional(t.user.batch, batch_id),
  ];
  return (
    <section role="status" className="stack">
      <Title order={2} size="h4">
        {isCheck ? t.import.checked : t.import.imported}
      </Title>
      <Fields rows={rows} />
      <Entries title={failures} count={failed} entries={result.failures} columns={FAILED} />
      <Entries
        title={t.import.withoutPassword}
        count={without_password}
        entries={result.passwordless}
        columns={PASSWORDLESS}
      />
      <Entries title={t.import.leftOut} count={left_out} entries={result.omissions} columns={LEFT_OUT} />
    </section>
  );
}

interface EntriesProps<T> {
  title: string;
  count: number;
  entries: T[];
  columns: Column<T>[];
}

/** Several entries may be equal, so their order names them. */
function Entries<T extends object>({ title, count, entries, columns }: EntriesProps<T>) {
  if (count === 0) return null;
  const order = new Map(entries.map((entry, index) => [entry, String(index)]));
  return (
    <>
      <Title order={3} size="h5">
        {title}
      </Title>
      <List label={title} rows={entries} columns={columns} id={(entry) => order.get(entry) ?? ''} />
      {count > entries.length && (
        <p className="hint">{fill(t.import.more, { count: entries.length, all: numberOf(count) })}</p>
      )}
    </>
  );
}

const numberOf = (count: number) => count.toLocaleString('en');

const optional = (name: string, value: string | false | null): [string, string][] => (value ? [[name, value]] : []);

function waysOf(ways: string[]): string {
  return ways.length === 0 ? t.import.noWay : ways.map((way) => named(t.import.ways, way)).join(', or ');
}
