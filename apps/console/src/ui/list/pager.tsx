import { Button } from '@mantine/core';
import { t } from '../../texts/texts';
import type { Query } from './use-query';

export interface Pages {
  query: Query;
  /** The cursor of the next page; null on the last one. */
  next: string | null;
}

/** The way to the next page of a list, as an address of its own, so that the back button leads to the page before. */
export function Pager({ query, next }: Pages) {
  const first = query.get('cursor') === undefined;
  if (first && next === null) return null;
  return (
    <nav className="pager" aria-label={t.lists.pages}>
      <Button variant="default" disabled={first} onClick={() => query.set({ cursor: undefined })}>
        {t.lists.first}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => query.set({ cursor: next ?? undefined })}>
        {t.lists.next}
      </Button>
    </nav>
  );
}
