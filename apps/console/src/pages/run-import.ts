import { useEffect, useRef, useState } from 'react';
import { api, CONSOLE_HEADER, currentSession, dataOf, Failure, signedInAgain } from '../api/client';
import type { FileImportResult, FilePreview, ImportResult } from '../api/types';
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

interface ImportRequest {
  path: string;
  headers: Record<string, string>;
}

/** The request that imports a file in this way. */
function requestOf(draft: ImportDraft, dryRun: boolean): ImportRequest {
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

/** How many entries of each list are shown. */
const MOST_SHOWN = 200;
/** How much of the answer to NDJSON is read: far more than the lines that are shown. */
const ANSWER_HEAD_BYTES = 256 * 1024;

interface Upload {
  done: Promise<FileImportResult>;
  cancel: () => void;
}

/**
 * Sends a file as an import. The browser reads the file while it sends it, and stores a long answer outside of the
 * page, so that the memory of the page stays the same for a file of any size. `fetch` would not report the progress.
 */
function upload(file: File, { path, headers }: ImportRequest, onProgress: (share: number) => void): Upload {
  const request = new XMLHttpRequest();
  request.open('POST', path);
  request.responseType = 'blob';
  for (const [name, value] of Object.entries({ ...headers, ...CONSOLE_HEADER })) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
  const done = new Promise<FileImportResult>((resolve, reject) => {
    request.onload = () => resolve(resultOf(request));
    request.onerror = () => reject(Failure.of(undefined));
    request.onabort = () => reject(Failure.cancelled());
  });
  request.send(file);
  return { done, cancel: () => request.abort() };
}

async function resultOf({ status, response }: XMLHttpRequest): Promise<FileImportResult> {
  const body = await bodyOf(response as Blob);
  // An import that was interrupted has begun its answer with success.
  if (status !== 200 || 'code' in body) throw Failure.from(body);
  const { failures, omissions, passwordless, ...counts } = 'results' in body ? ofLines(body) : body;
  const first = <T>(list: T[]) => list.slice(0, MOST_SHOWN);
  return { ...counts, failures: first(failures), omissions: first(omissions), passwordless: first(passwordless) };
}

/** The lists of the answer to a file are short; that to NDJSON has every line that failed. */
async function bodyOf(blob: Blob): Promise<ImportResult | FileImportResult> {
  const head = await blob.slice(0, ANSWER_HEAD_BYTES).text();
  if (blob.size <= ANSWER_HEAD_BYTES) return JSON.parse(head);
  return JSON.parse(/^\{[^[]*"results":/.test(head) ? shortened(head) : await blob.text());
}

/** The beginning of a long answer as JSON: the failed lines come last, and the one that is cut is left out. */
function shortened(text: string): string {
  return `${text.slice(0, text.lastIndexOf('},{"line":'))}}]}`;
}

/** The answer to NDJSON in the form of that to a file: a line comes along as a whole, or not at all. */
function ofLines({ batch_id, created, failed, results }: ImportResult): FileImportResult {
  const failures = results.map(({ line, ...failure }) => ({ at: `line ${line}`, ...failure }));
  const nothing = { left_out: 0, without_password: 0, formats: {}, omissions: [], passwordless: [] };
  return { batch_id, created, failed, failures, ...nothing };
}

interface ImportState {
  running?: { share: number; isCheck: boolean; cancel: () => void };
  checked?: FileImportResult;
  imported?: FileImportResult;
  failure?: Failure;
}

interface Steps extends ImportState {
  start: (draft: ImportDraft, isCheck: boolean) => Promise<void>;
  reset: () => void;
}

/** Asks for a new sign-in before a file is sent, because a long body to an ended session is refused while it is sent. */
async function ensureSession(): Promise<void> {
  if ((await currentSession()) === null && !(await signedInAgain())) throw Failure.cancelled();
}

/** Sends it again after a new sign-in, if users with hashes or factors need a factor of late. */
async function withFactor<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    if (Failure.of(thrown).code !== 'REAUTHENTICATION_REQUIRED' || !(await signedInAgain('factor'))) throw thrown;
    return send();
  }
}

/** The steps of an import: the check, and the import itself. */
export function useImport(file: File | undefined, onImported: (batch: string) => void): Steps {
  const [state, setState] = useState<ImportState>({});
  const current = useRef<Upload>(undefined);
  // A page that is left cancels what it sends.
  useEffect(() => () => current.current?.cancel(), []);
  const start = async (draft: ImportDraft, isCheck: boolean) => {
    if (!file) return;
    const show = (share: number) =>
      setState(({ checked }) => ({ checked, running: { share, isCheck, cancel: () => current.current?.cancel() } }));
    try {
      await ensureSession();
      show(0);
      const result = await withFactor(() => {
        current.current = upload(file, requestOf(draft, isCheck), show);
        return current.current.done;
      });
      setState(({ checked }) => (isCheck ? { checked: result } : { checked, imported: result }));
      if (result.batch_id) onImported(result.batch_id);
    } catch (thrown) {
      const failure = Failure.of(thrown);
      setState(({ checked }) => ({ checked, failure }));
      // The users that an interrupted import has created can be removed.
      if (typeof failure.fields.batch_id === 'string') onImported(failure.fields.batch_id);
    }
  };
  return { ...state, start, reset: () => setState({}) };
}

/** The first bytes are enough for the header and for some rows. */
const TABLE_HEAD_BYTES = 64 * 1024;

interface PreviewState {
  of?: File;
  preview?: FilePreview;
  failure?: Failure;
}

/** Reads the columns of a table; of any other file nothing. */
export function usePreview(file: File | undefined, onRead: (preview: FilePreview) => void): PreviewState {
  const [state, setState] = useState<PreviewState>({});
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: PreviewState) => isCurrent && setState({ ...next, of: file });
    setState({});
    if (file) {
      previewOf(file).then(
        (preview) => {
          if (isCurrent) onRead(preview);
          settle({ preview });
        },
        (thrown) => settle({ failure: Failure.of(thrown) }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return state;
}

function previewOf(file: File): Promise<FilePreview> {
  return dataOf(
    api.POST('/api/admin/import/preview', {
      body: file.slice(0, TABLE_HEAD_BYTES) as never,
      bodySerializer: (head: unknown) => head as Blob,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}
