import type { Page, PageRequest } from '@app/database';

const LIMIT = 200;

/** All rows of a list that is short, page by page. */
export async function everyRow<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list({ limit: LIMIT, cursor });
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}
