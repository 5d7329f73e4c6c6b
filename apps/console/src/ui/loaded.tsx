import type { ReactNode } from 'react';
import type { Load } from '../api/use-load';
import { Problem } from './problem';
import { Waiting } from './waiting';

interface Props<T> {
  load: Load<T>;
  children: (data: T) => ReactNode;
}

/** Data that loads: the state of waiting, a failure with a button to try again, or the data. */
export function Loaded<T>({ load, children }: Props<T>) {
  const { data, failure, loading, reload } = load;
  return (
    <>
      {failure && <Problem failure={failure} onRetry={reload} />}
      {data === undefined && loading && <Waiting />}
      {data !== undefined && <div aria-busy={loading}>{children(data)}</div>}
    </>
  );
}
