import { useEffect, useSyncExternalStore } from 'react';

const SHOWN_MS = 6000;
let current = '';
const listeners = new Set<() => void>();

/** Shows what has been done, for some seconds; screen readers read it out. */
export function notice(text: string): void {
  current = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Notices() {
  const text = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    const timer = setTimeout(() => text && notice(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="notices" role="status" aria-live="polite">
      {text && <p className="notice">{text}</p>}
    </div>
  );
}
