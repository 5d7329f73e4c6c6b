import { NativeSelect, Title } from '@mantine/core';
import type { FilePreview } from '../../api/types';
import { fill, t } from '../../texts/texts';
import { type Column, List } from '../../ui/list/list';

/** How many values of a column are shown. */
const MOST_VALUES = 3;
/** The screen does not show the values of these. */
const SECRET = ['password', 'password_hash', 'totp'];

interface Props {
  preview: FilePreview;
  /** The fields by the columns that fill them. */
  columns: Record<string, string>;
  disabled: boolean;
  onChange: (columns: Record<string, string>) => void;
}

interface Row {
  name: string;
  values: string[];
}

/** The columns of a table with their first values, and what each is read as. */
export function Mapping({ preview, columns, disabled, onChange }: Props) {
  const rows = preview.columns.map(({ name }, index) => ({
    name,
    values: preview.rows.slice(0, MOST_VALUES).map((row) => row[index] ?? ''),
  }));
  const choose = (column: string, field: string) => {
    // A field is filled by one column.
    const others = Object.entries(columns).filter(([name, taken]) => name !== column && taken !== field);
    onChange({ ...Object.fromEntries(others), ...(field && { [column]: field }) });
  };
  const shown: Column<Row>[] = [
    { label: t.import.column, show: ({ name }) => <code>{name}</code> },
    { label: t.import.examples, show: ({ name, values }) => <Values field={columns[name]} values={values} /> },
    {
      label: t.import.readAsLabel,
      show: ({ name }) => (
        <NativeSelect
          aria-label={fill(t.import.readAs, { name })}
          disabled={disabled}
          value={columns[name] ?? ''}
          onChange={(event) => choose(name, event.currentTarget.value)}
          data={choicesFor(name)}
        />
      ),
    },
  ];
  return (
    <section className="mapping">
      <Title order={2} size="h4">
        {t.import.columns}
      </Title>
      <p className="hint">{t.import.mapHint}</p>
      <List label={t.import.columns} rows={rows} columns={shown} id={({ name }) => name} />
    </section>
  );
}

function Values({ field = '', values }: { field?: string; values: string[] }) {
  if (SECRET.includes(field)) return <span className="dimmed">{t.import.hidden}</span>;
  return (
    <ul className="values">
      {values.map((value, index) => (
        <li key={index}>{value}</li>
      ))}
    </ul>
  );
}

function choicesFor(column: string) {
  const name = column.replace(/^\s*(?:metadata|claims)\s*\.\s*(?=.)/i, '').replace(/\s+/g, ' ');
  return [
    { value: '', label: t.import.notRead },
    ...Object.entries(t.import.fields).map(([value, label]) => ({ value, label })),
    { value: `metadata.${name}`, label: fill(t.import.fieldMetadata, { name }) },
    { value: `claims.${name}`, label: fill(t.import.fieldClaim, { name }) },
  ];
}
