import { Button } from '@mantine/core';
import { t } from '../../texts/texts';
import type { Query } from './use-query';

interface Props {
  query: Query;
  /** The name of the parameter, on a page with two lists. */
  parameter?: string;
  next: string | null;
}

/** The way to the next page of a list, as an address of its own, so that the back button leads to the page before. */
export function Pager({ query, next, parameter = 'cursor' }: Props) {
  const first = query.get(parameter) === undefined;
  if (first && next === null) return null;
  return (
    <nav className="pager" aria-label={t.lists.pages}>
      <Button variant="default" disabled={first} onClick={() => query.set({ [parameter]: undefined })}>
        {t.lists.first}
      </Button>
      <Button variant="default" disabled={next === null} onClick={() => query.set({ [parameter]: next ?? undefined })}>
        {t.lists.next}
      </Button>
    </nav>
  );
}
