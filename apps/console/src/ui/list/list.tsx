import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../texts/texts';
import { Pager, type Pages } from './pager';

export interface Column<T> {
  label: string;
  show: (row: T) => ReactNode;
  /** A column of buttons has no visible label. */
  actions?: boolean;
}

interface Props<T> {
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
function Rows<T>({ label, rows, columns, id }: Props<T>) {
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
export function List<T>(props: Props<T>) {
  const { rows, empty = t.states.empty, pages } = props;
  return (
    <>
      {rows.length === 0 ? <p className="empty">{empty}</p> : <Rows {...props} />}
      {pages && <Pager {...pages} />}
    </>
  );
}
