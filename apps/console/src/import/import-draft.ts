import { t } from '../texts/texts';

export type SourceName = keyof typeof t.import.sources;

/** How a file is read. */
export interface ImportDraft {
  from?: SourceName;
  /** The fields of an import, by the columns that fill them. */
  columns: Record<string, string>;
  assumeVerified: boolean;
  rpId: string;
  hashConfig: string;
}

export const SOURCE_NAMES = Object.keys(t.import.sources) as SourceName[];

/** The files of these do not say whether an address is verified. */
const SILENT: (SourceName | undefined)[] = ['csv', 'django', 'wordpress'];

export const asksForVerified = ({ from }: ImportDraft) => SILENT.includes(from);

/** The name of a file decides in two cases. Many products export JSON. */
export function draftOf({ name }: File): ImportDraft {
  const from = /\.csv$/i.test(name) ? 'csv' : /\.(?:ndjson|jsonl)$/i.test(name) ? 'ndjson' : undefined;
  return { from, columns: {}, assumeVerified: false, rpId: '', hashConfig: '' };
}

/** What must be chosen before the file can be read; undefined when nothing is missing. */
export function missingIn({ from, columns }: ImportDraft): string | undefined {
  if (from === undefined) return t.import.chooseSource;
  return from === 'csv' && !Object.values(columns).includes('email') ? t.import.needsEmail : undefined;
}

export interface ImportRequest {
  path: string;
  headers: Record<string, string>;
}

/** The request that imports a file in this way. */
export function requestOf(draft: ImportDraft, dryRun: boolean): ImportRequest {
  const { from = 'ndjson', columns, assumeVerified, rpId, hashConfig } = draft;
  const query = new URLSearchParams({ dry_run: String(dryRun) });
  if (from === 'ndjson')
    return { path: `/api/admin/import?${query}`, headers: { 'content-type': 'application/x-ndjson' } };
  query.set('from', from);
  if (from === 'csv') {
    const fields = Object.entries(columns).map(([column, field]) => [field, column]);
    query.set('map', JSON.stringify(Object.fromEntries(fields)));
  }
  if (assumeVerified && asksForVerified(draft)) query.set('assume_verified', 'true');
  if (from === 'kratos' && rpId.trim() !== '') query.set('rp_id', rpId.trim());
  const secret = from === 'firebase' ? hashConfig.replace(/[^\x20-\x7e]+/g, ' ').trim() : '';
  const headers = { 'content-type': 'application/octet-stream', ...(secret && { 'firebase-hash-config': secret }) };
  return { path: `/api/admin/import/file?${query}`, headers };
}
