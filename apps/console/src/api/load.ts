import { useCallback, useEffect, useRef, useState } from 'react';
import { Failure } from './client';

export interface Load<T> {
  /** The last data that arrived. While other data loads, it stays. */
  data?: T;
  failure?: Failure;
  loading: boolean;
  /** Loads again; a failure of it leaves the data. */
  reload: () => Promise<void>;
}

/** Loads data, and again when one of the keys changes. */
export function useLoad<T>(load: () => Promise<T>, keys: readonly unknown[]): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ loading: true });
  const newest = useRef(0);
  const current = useRef(load);
  current.current = load;
  const reload = useCallback(async () => {
    newest.current += 1;
    const number = newest.current;
    setState((before) => ({ data: before.data, loading: true }));
    const after = await current.current().then(
      (data) => ({ data, loading: false }),
      (thrown) => ({ failure: Failure.of(thrown), loading: false }),
    );
    // An answer that a newer request has overtaken does not count.
    if (number === newest.current) setState((before) => ({ data: before.data, ...after }));
  }, []);
  useEffect(() => {
    void reload();
    return () => {
      newest.current += 1;
    };
  }, [reload, ...keys]);
  return { ...state, reload };
}

const RESTS_MS = 5 * 60 * 1000;
let usedAt = Date.now();
for (const event of ['pointerdown', 'keydown', 'scroll']) {
  addEventListener(event, () => (usedAt = Date.now()), { passive: true, capture: true });
}

/** Whether the page is in use. Else it asks for nothing, so that the session of a user who has left ends. */
const isUsed = () => document.visibilityState === 'visible' && Date.now() - usedAt < RESTS_MS;

/** Calls a function again and again while the page is in use. */
export function usePolling(call: () => unknown, seconds: number, enabled: boolean): void {
  const current = useRef(call);
  current.current = call;
  useEffect(() => {
    if (!enabled) return undefined;
    const timer = setInterval(() => isUsed() && void current.current(), seconds * 1000);
    return () => clearInterval(timer);
  }, [enabled, seconds]);
}

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
