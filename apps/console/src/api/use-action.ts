import { useState } from 'react';
import { Failure } from './failure';

export interface Action<Words extends unknown[]> {
  run: (...words: Words) => Promise<boolean>;
  busy: boolean;
  failure?: Failure;
  forget: () => void;
}

/** A change that a user asks for: while it runs, it is busy, and its failure is kept. */
export function useAction<Words extends unknown[]>(act: (...words: Words) => Promise<unknown>): Action<Words> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async (...words: Words) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act(...words);
      return true;
    } catch (thrown) {
      setFailure(Failure.of(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, failure, forget: () => setFailure(undefined) };
}
