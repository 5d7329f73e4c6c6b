import { Button, type ButtonProps, NativeSelect, Progress, Title } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { api, dataOf } from '../api/client';
import { useMay } from '../api/session';
import type { FileImportResult, FilePreview, ImportRow } from '../api/types';
import { fill, named, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog';
import { type Field, Inputs } from '../ui/form';
import { notice, Page } from '../ui/layout';
import { actionsOf, type Column, List, LoadedList, usePages, useQuery } from '../ui/list';
import { Fields, Named, Problem, Time, Waiting } from '../ui/view';
import {
  asksForVerified,
  draftOf,
  type ImportDraft,
  missingIn,
  SOURCE_NAMES,
  type SourceName,
  useImport,
  usePreview,
} from './run-import';

interface FileChoiceProps {
  file?: File;
  disabled: boolean;
  onChoose: (file: File) => void;
}

const KILOBYTE = 1e3;
const MEGABYTE = 1e6;

/** Chooses a file: by the dialog of the browser, or by dropping it. */
function FileChoice({ file, disabled, onChoose }: FileChoiceProps) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const chosen = files?.[0];
    if (chosen && !disabled) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input does the same for the keyboard
    <div className={over ? 'drop over' : 'drop'} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <p>
        <label htmlFor="import-file">
          {file ? fill(t.import.chosen, { name: file.name, size: sizeOf(file) }) : t.import.drop}
        </label>
      </p>
      <input
        id="import-file"
        type="file"
        disabled={disabled}
        accept=".csv,.ndjson,.jsonl,.json,.tsv,.txt,text/csv,application/json,application/x-ndjson"
        onChange={(event) => take(event.currentTarget.files)}
      />
    </div>
  );
}

function sizeOf({ size }: File): string {
  return size < MEGABYTE ? `${Math.ceil(size / KILOBYTE)} kB` : `${(size / MEGABYTE).toFixed(1)} MB`;
}

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

interface ImportReportProps {
  result: FileImportResult;
  isCheck?: boolean;
}

/** What an import did, or would do: the counts, and the first entries of what did not come along. */
function ImportReport({ result, isCheck = false }: ImportReportProps) {
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

interface UndoImportProps {
  batch: string;
  /** Called after the undo. */
  onDone: () => void;
  look?: ButtonProps;
}

function UndoImport({ batch, onDone, look }: UndoImportProps) {
  const act = async () => {
    const params = { path: { batch_id: batch } };
    const { removed, kept } = await dataOf(api.DELETE('/api/admin/import/{batch_id}', { params }));
    notice(fill(t.import.undone, { removed, kept }));
    onDone();
  };
  return (
    <div>
      <ConfirmButton text={t.import.undoText} verb={t.import.undo} name={batch} permanent act={act} look={look} />
    </div>
  );
}

interface ImportsProps {
  /** The import that was made last: the list has it, too. */
  newest: string | undefined;
}

/** All imports, each with an undo while it has users. */
function Imports({ newest }: ImportsProps) {
  const load = usePages(
    (cursor) => dataOf(api.GET('/api/admin/import', { params: { query: { cursor, limit: 20 } } })),
    [newest],
  );
  const columns: Column<ImportRow>[] = [
    { label: t.import.began, show: ({ created_at }) => <Time at={created_at} /> },
    { label: t.import.by, show: ({ created_by, created_by_name }) => <Named name={created_by_name} id={created_by} /> },
    { label: t.import.users, show: usersOf },
    { label: t.import.id, show: ({ batch_id }) => <code>{batch_id}</code> },
    actionsOf(
      ({ batch_id, users }) =>
        users > 0 && <UndoImport batch={batch_id} onDone={() => void load.reload()} look={{ size: 'xs' }} />,
    ),
  ];
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {t.import.all}
      </Title>
      <p className="hint">{t.import.allHint}</p>
      <LoadedList
        load={load}
        rows={({ imports }) => imports}
        label={t.import.all}
        columns={columns}
        id={({ batch_id }) => batch_id}
        empty={t.import.noImports}
      />
    </section>
  );
}

function usersOf({ users, has_more_users }: ImportRow): string {
  const count = users.toLocaleString('en');
  return has_more_users ? fill(t.import.moreUsers, { count }) : count;
}

interface RunningProps {
  share: number;
  isCheck: boolean;
  cancel: () => void;
}

const PERCENT = 100;

/** How far a check or an import is. After the last byte, the service still works on the last lines. */
export function Running({ share, isCheck, cancel }: RunningProps) {
  const percent = Math.floor(share * PERCENT);
  const sending = fill(isCheck ? t.import.checking : t.import.importing, { percent });
  const label = percent < PERCENT ? sending : t.import.working;
  return (
    <div className="stack narrow">
      <span>{label}</span>
      <Progress value={percent} animated={percent === PERCENT} aria-label={label} transitionDuration={0} />
      <div>
        <Button variant="default" onClick={cancel}>
          {t.actions.cancel}
        </Button>
      </div>
    </div>
  );
}

interface SourceChoiceProps {
  draft: ImportDraft;
  disabled: boolean;
  onChange: (draft: ImportDraft) => void;
}

/** The product from which a file comes, and what the file alone does not say. */
function SourceChoice({ draft, disabled, onChange }: SourceChoiceProps) {
  const { from } = draft;
  const fields: (Field<ImportDraft> | false)[] = [
    from === 'kratos' && { name: 'rpId', label: t.import.rpId, description: t.import.rpIdHint },
    from === 'firebase' && {
      name: 'hashConfig',
      kind: 'area',
      label: t.import.hashConfig,
      description: t.import.hashConfigHint,
      rows: 7,
    },
    asksForVerified(draft) && {
      name: 'assumeVerified',
      kind: 'check',
      label: t.import.assumeVerified,
      description: t.import.assumeVerifiedHint,
    },
  ];
  const data = SOURCE_NAMES.map((value) => ({ value, label: t.import.sources[value] }));
  return (
    <fieldset disabled={disabled} className="stack narrow plain">
      <NativeSelect
        label={t.import.from}
        description={from ? t.import.sourceHints[from] : t.import.commandLine}
        value={from ?? ''}
        onChange={(event) => onChange({ ...draft, from: (event.currentTarget.value || undefined) as SourceName })}
        data={[...(from ? [] : [{ value: '', label: t.import.kindOfFile }]), ...data]}
      />
      <Inputs fields={fields} draft={draft} onChange={onChange} />
    </fieldset>
  );
}

/** How many values of a column are shown. */
const MOST_VALUES = 3;
/** The screen does not show the values of these. */
const SECRET = ['password', 'password_hash', 'totp'];

interface MappingProps {
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
function Mapping({ preview, columns, disabled, onChange }: MappingProps) {
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

interface Chosen {
  file: File;
  draft: ImportDraft;
}

/** Imports a file: first a check that writes nothing, then the import, which can be undone. */
export function ImportPage() {
  const query = useQuery();
  const mayRead = useMay('read');
  const [chosen, setChosen] = useState<Chosen>();
  const steps = useImport(chosen?.file, (batch) => query.set({ batch }, { replace: true }));
  const choose = (file: File) => {
    setChosen({ file, draft: draftOf(file) });
    query.set({ batch: undefined }, { replace: true });
    steps.reset();
  };
  // A check is of one file, read in one way.
  const change = (draft: ImportDraft) => {
    setChosen((before) => before && { ...before, draft });
    steps.reset();
  };
  const batch = query.get('batch');
  const { running, checked, imported, failure } = steps;
  return (
    <Page title={t.navigation.import}>
      <p className="hint">{t.import.hint}</p>
      <div className="stack">
        <FileChoice file={chosen?.file} disabled={running !== undefined} onChoose={choose} />
        {chosen && !imported && <Reading {...chosen} steps={steps} onChange={change} />}
        {running && <Running {...running} />}
        {failure && <Problem failure={failure} />}
        {imported ? <ImportReport result={imported} /> : checked && <ImportReport result={checked} isCheck />}
        {mayRead
          ? !running && <Imports newest={batch} />
          : batch &&
            !running && <UndoImport key={batch} batch={batch} onDone={() => query.set({ batch: undefined })} />}
      </div>
    </Page>
  );
}

interface ReadingProps extends Chosen {
  steps: ReturnType<typeof useImport>;
  onChange: (draft: ImportDraft) => void;
}

/** How the file is read, and the buttons that start the check and the import. */
function Reading({ file, draft, steps, onChange }: ReadingProps) {
  const { running, checked, start } = steps;
  const isTable = draft.from === 'csv';
  const table = usePreview(isTable ? file : undefined, ({ columns }) => {
    const suggested = columns.flatMap(({ name, field }) => (field === null ? [] : [[name, field]]));
    onChange({ ...draft, columns: Object.fromEntries(suggested) });
  });
  const disabled = running !== undefined;
  const isRead = !isTable || table.preview !== undefined;
  const missing = isRead ? missingIn(draft) : undefined;
  return (
    <>
      <SourceChoice draft={draft} disabled={disabled} onChange={onChange} />
      {isTable && table.failure && <Problem failure={table.failure} />}
      {isTable && !table.failure && !isRead && <Waiting />}
      {isTable && table.preview && (
        <Mapping
          preview={table.preview}
          columns={draft.columns}
          disabled={disabled}
          onChange={(columns) => onChange({ ...draft, columns })}
        />
      )}
      {!running && isRead && (
        <div className="row">
          <Button variant={checked ? 'default' : 'filled'} disabled={!!missing} onClick={() => start(draft, true)}>
            {t.import.check}
          </Button>
          {checked && checked.created > 0 && (
            <Button onClick={() => start(draft, false)}>{fill(t.import.start, { count: checked.created })}</Button>
          )}
          {missing && <span className="dimmed">{missing}</span>}
        </div>
      )}
    </>
  );
}
