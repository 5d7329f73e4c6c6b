import { CONSOLE_HEADER } from '../api/client';
import { Failure } from '../api/failure';
import type { ImportResult } from '../api/types';

/** How many failed lines are shown. */
const MOST_SHOWN = 200;
/** How much of the answer is read: far more than the lines that are shown. */
const HEAD_BYTES = 256 * 1024;
const PATH = '/api/admin/import';

export interface Upload {
  done: Promise<ImportResult>;
  cancel: () => void;
}

/**
 * Sends a file as an import. The browser reads the file while it sends it, and stores a long answer outside of the
 * page, so that the memory of the page stays the same for a file of any size. `fetch` would not report the progress.
 */
export function upload(file: File, dryRun: boolean, onProgress: (share: number) => void): Upload {
  const request = new XMLHttpRequest();
  request.open('POST', `${PATH}?dry_run=${dryRun}`);
  request.responseType = 'blob';
  request.setRequestHeader('content-type', 'application/x-ndjson');
  for (const [name, value] of Object.entries(CONSOLE_HEADER)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
  const done = new Promise<ImportResult>((resolve, reject) => {
    request.onload = () => resolve(resultOf(request));
    request.onerror = () => reject(Failure.of(undefined));
    request.onabort = () => reject(Failure.cancelled());
  });
  request.send(file);
  return { done, cancel: () => request.abort() };
}

async function resultOf({ status, response }: XMLHttpRequest): Promise<ImportResult> {
  const blob = response as Blob;
  const text = await blob.slice(0, HEAD_BYTES).text();
  const whole = blob.size <= HEAD_BYTES ? text : shortened(text);
  const body = JSON.parse(whole);
  if (status !== 200) throw Failure.from(body);
  return { ...body, results: body.results.slice(0, MOST_SHOWN) };
}

/** The beginning of a long answer as JSON: the failed lines come last, and the one that is cut is left out. */
function shortened(text: string): string {
  return `${text.slice(0, text.lastIndexOf('},{"line":'))}}]}`;
}
