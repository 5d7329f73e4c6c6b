import type { Env } from '@app/config';

/** Where the header of a page leads: to the product; undefined where `APP_URL` is the service itself. */
export function productUrlOf({ appUrl, baseUrl }: Pick<Env, 'appUrl' | 'baseUrl'>): string | undefined {
  return appUrl.replace(/\/$/, '') === baseUrl ? undefined : appUrl;
}
