import { Title } from '@mantine/core';
import type { ImportResult } from '../api/types';
import { fill, t } from '../texts/texts';
import { Fields } from '../ui/fields';
import { type Column, List } from '../ui/list/list';

type Line = ImportResult['results'][number];

const COLUMNS: Column<Line>[] = [
  { label: t.import.line, show: ({ line }) => line },
  { label: t.import.code, show: ({ code }) => <code>{code}</code> },
  { label: t.import.message, show: ({ message }) => message },
];

interface Props {
  result: ImportResult;
  isCheck?: boolean;
}

export function ImportReport({ result, isCheck = false }: Props) {
  const { created, failed, results, batch_id } = result;
  return (
    <section role="status" className="stack">
      <Title order={2} size="h4">
        {isCheck ? t.import.checked : t.import.imported}
      </Title>
      <Fields
        rows={[
          [isCheck ? t.import.wouldCreate : t.import.created, created.toLocaleString('en')],
          [isCheck ? t.import.wouldFail : t.import.failed, failed.toLocaleString('en')],
          ...(batch_id ? [[t.user.batch, batch_id] as [string, string]] : []),
        ]}
      />
      {failed > 0 && (
        <>
          <List label={t.import.failed} rows={results} columns={COLUMNS} id={({ line }) => String(line)} />
          {failed > results.length && <p className="hint">{fill(t.import.more, { count: results.length })}</p>}
        </>
      )}
    </section>
  );
}
