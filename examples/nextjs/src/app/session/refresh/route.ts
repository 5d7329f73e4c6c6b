import { refresh, setSession } from '../../../session';
/** Renews the cookies and returns to the page that found no access token: /session/refresh?next=/account */
export async function GET(request: Request): Promise<Response> {
  const tokens = await refresh(request).catch((error: Error) => error);
  // The cookies stay.
  if (tokens instanceof Error) return new Response(`${tokens.message} Please reload this page.`, { status: 503 });
  const location = tokens ? ownPath(new URL(request.url).searchParams.get('next')) : '/sign-in';
  const response = new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  setSession(response.headers, tokens);
  return response;
}

/** A path of this site, whatever the parameter is: never another site. */
function ownPath(next: string | null): string {
  const base = 'http://own.invalid';
  try {
    const { origin, pathname, search } = new URL(next ?? '/', base);
    return origin === base && !pathname.startsWith('//') ? pathname + search : '/';
  } catch {
    return '/';
  }
}
