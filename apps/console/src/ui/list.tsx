import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type Load, useLoad } from '../api/load';
import { named, t } from '../texts/texts';
import { Page } from './layout';
import { Loaded } from './view';

export interface Query {
  get: (name: string) => string | undefined;
  /** Changes parameters of the address; undefined and '' remove one. */
  set: (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void;
  /** The whole text, as a key. */
  text: string;
}

/** The parameters of the address: filters, and the place in a list. */
export function useQuery(): Query {
  const [parameters, setParameters] = useSearchParams();
  return {
    get: (name) => parameters.get(name) ?? undefined,
    set: (changes, options) =>
      setParameters((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      }, options),
    text: parameters.toString(),
  };
}

export interface Pages {
  query: Query;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** The way to the next page of a list, as an address of its own, so that the back button leads to the page before. */
function Pager({ query, next }: Pages) {
  const first = query.get('cursor') === undefined;
  if (first && next === null) return null;
  return (
    <nav className="pager" aria-label={t.lists.pages}>
      <Button variant="default" disabled={first} onClick={() => query.set({ cursor: undefined })}>
        {t.lists.first}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => query.set({ cursor: next ?? undefined })}>
        {t.lists.next}
      </Button>
    </nav>
  );
}

export interface Column<T> {
  label: string;
  show: (row: T) => ReactNode;
  /** A column of buttons has no visible label. */
  actions?: boolean;
}

interface ListProps<T> {
  /** What the list contains, for screen readers. */
  label: string;
  rows: T[];
  columns: Column<T>[];
  id: (row: T) => string;
  empty?: string;
  /** Left out for a list without pages. */
  pages?: Pages;
}

/** A table, which becomes a list of cards on a phone: therefore each element names its role, which CSS would remove. */
function Rows<T>({ label, rows, columns, id }: ListProps<T>) {
  return (
    <Table className="list" role="table" aria-label={label} highlightOnHover>
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          {columns.map((column) => (
            <Table.Th key={column.label} role="columnheader" scope="col">
              {column.actions ? <span className="unseen">{column.label}</span> : column.label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row) => (
          <Table.Tr key={id(row)} role="row">
            {columns.map((column) => (
              <Table.Td key={column.label} role="cell" data-label={column.actions ? undefined : column.label}>
                <div>{column.show(row)}</div>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The rows, or a text in their place, and the way to the next page. */
export function List<T>(props: ListProps<T>) {
  const { rows, empty = t.states.empty, pages } = props;
  return (
    <>
      {rows.length === 0 ? <p className="empty">{empty}</p> : <Rows {...props} />}
      {pages && <Pager {...pages} />}
    </>
  );
}

/** A column of buttons. */
export const actionsOf = <T,>(show: (row: T) => ReactNode): Column<T> => ({
  label: t.lists.actions,
  actions: true,
  show,
});

/** The data of a list, and where it has pages, the way to the next one. */
export interface ListLoad<Data> extends Load<Data> {
  pages?: Pages;
}

/** Loads a list page by page: the address has the cursor. */
export function usePages<Data extends { next_cursor: string | null }>(
  read: (cursor: string | undefined) => Promise<Data>,
  keys: readonly unknown[] = [],
): ListLoad<Data> {
  const query = useQuery();
  const cursor = query.get('cursor');
  const load = useLoad(() => read(cursor), [cursor, ...keys]);
  return { ...load, pages: { query, next: load.data?.next_cursor ?? null } };
}

interface LoadedListProps<Data, T> extends Omit<ListProps<T>, 'rows' | 'pages'> {
  load: ListLoad<Data>;
  rows: (data: Data) => T[];
  /** What follows the list. */
  below?: (rows: T[]) => ReactNode;
}

/** A list that loads. */
export function LoadedList<Data, T>({ load, rows, below, ...list }: LoadedListProps<Data, T>) {
  return (
    <Loaded load={load}>
      {(data) => (
        <>
          <List {...list} rows={rows(data)} pages={load.pages} />
          {below?.(rows(data))}
        </>
      )}
    </Loaded>
  );
}

interface ListPageProps<Data, T> extends Omit<LoadedListProps<Data, T>, 'label' | 'below'> {
  /** Of the page and of its list. */
  title: string;
  hint?: string;
  /** The button that leads to the page for a new row. */
  create?: { href: string; label: string };
  actions?: ReactNode;
  /** What stands above the list. */
  children?: ReactNode;
}

/** A page with one list. */
export function ListPage<Data, T>({ title, hint, create, actions, children, ...list }: ListPageProps<Data, T>) {
  const button = create && (
    <Button component={Link} href={create.href}>
      {create.label}
    </Button>
  );
  return (
    <Page title={title} actions={actions ?? button}>
      {hint && <p className="hint">{hint}</p>}
      {children}
      <LoadedList {...list} label={title} />
    </Page>
  );
}

interface TabsProps<Name extends string> {
  /** What the parts are, for screen readers. */
  label: string;
  /** The parts with their labels. */
  names: Record<Name, string>;
  here: Name;
  href: (name: Name) => string;
}

/** The parts of a page, each at an address of its own. */
export function Tabs<Name extends string>({ label, names, here, href }: TabsProps<Name>) {
  return (
    <nav className="tabs" aria-label={label}>
      {(Object.keys(names) as Name[]).map((name) => (
        <Link key={name} href={href(name)} aria-current={name === here ? 'page' : undefined}>
          {names[name]}
        </Link>
      ))}
    </nav>
  );
}

interface SelectFilterProps {
  /** The parameter of the address. */
  name: string;
  label: string;
  /** What it is without the parameter. */
  value?: string;
  data: Choice[];
}

type Choice = string | { value: string; label: string };

/** The choices of a filter, which by default leaves out nothing. */
export const withAll = (choices: Choice[]): Choice[] => [{ value: '', label: t.lists.all }, ...choices];

/** Filters by a choice. The list begins anew. */
export function SelectFilter({ name, label, value = '', data }: SelectFilterProps) {
  const query = useQuery();
  return (
    <NativeSelect
      label={label}
      value={query.get(name) ?? value}
      onChange={(event) => query.set({ [name]: event.currentTarget.value, cursor: undefined, open: undefined })}
      data={data}
    />
  );
}

const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  placeholder: string;
}

/** Searches while the user types, after a short pause. */
export function SearchField({ label, placeholder }: SearchFieldProps) {
  const query = useQuery();
  const inAddress = query.get('search') ?? '';
  const [typed, setTyped] = useState(inAddress);
  // The back button changes the address.
  useEffect(() => setTyped(inAddress), [inAddress]);
  useEffect(() => {
    if (typed.trim() === inAddress) return undefined;
    const change = () => query.set({ search: typed.trim(), cursor: undefined }, { replace: inAddress !== '' });
    const timer = setTimeout(change, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      className="wide"
      type="search"
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** Chooses the status of the rows of a list. */
export function StatusFilter({ names }: { names: string[] }) {
  const states = names.map((value) => ({ value, label: named(t.stateNames, value) }));
  return (
    <search className="filters">
      <SelectFilter name="status" label={t.emails.status} data={withAll(states)} />
    </search>
  );
}

interface TextFilterProps {
  /** The parameter of the address. */
  name: string;
  label: string;
  placeholder: string;
  className?: string;
}

/** Filters by a whole text, when the user has typed it. */
export function TextFilter({ name, label, placeholder, className }: TextFilterProps) {
  const query = useQuery();
  const value = query.get(name) ?? '';
  return (
    <TextInput
      className={className}
      // The back button changes the address.
      key={value}
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim();
        if (typed !== value) query.set({ [name]: typed, cursor: undefined });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
