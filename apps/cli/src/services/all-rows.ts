import type { ListPage, PageRequest } from '@app/database';

const LIMIT = 200;

/** Reads all rows of a short list, page by page. */
export async function allRows<T>(list: (page: PageRequest) => Promise<ListPage<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: LIMIT, cursor });
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}
