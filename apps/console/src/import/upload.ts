import { CONSOLE_HEADER } from '../api/client';
import { Failure } from '../api/failure';
import type { FileImportResult, ImportResult } from '../api/types';
import type { ImportRequest } from './import-draft';

/** How many entries of each list are shown. */
const MOST_SHOWN = 200;
/** How much of the answer to NDJSON is read: far more than the lines that are shown. */
const HEAD_BYTES = 256 * 1024;

export interface Upload {
  done: Promise<FileImportResult>;
  cancel: () => void;
}

/**
 * Sends a file as an import. The browser reads the file while it sends it, and stores a long answer outside of the
 * page, so that the memory of the page stays the same for a file of any size. `fetch` would not report the progress.
 */
export function upload(file: File, { path, headers }: ImportRequest, onProgress: (share: number) => void): Upload {
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
  const head = await blob.slice(0, HEAD_BYTES).text();
  if (blob.size <= HEAD_BYTES) return JSON.parse(head);
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
