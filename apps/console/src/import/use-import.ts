import { useEffect, useRef, useState } from 'react';
import { currentSession } from '../api/call';
import { Failure } from '../api/failure';
import { signedInAgain } from '../api/renewal';
import type { FileImportResult } from '../api/types';
import { type ImportDraft, requestOf } from './import-draft';
import { type Upload, upload } from './upload';

interface State {
  running?: { share: number; isCheck: boolean; cancel: () => void };
  checked?: FileImportResult;
  imported?: FileImportResult;
  failure?: Failure;
}

interface Steps extends State {
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
  const [state, setState] = useState<State>({});
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
