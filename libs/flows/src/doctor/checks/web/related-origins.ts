import { type Check, type DoctorContext, type Finding, ok, warn } from '../check.js';

const TIMEOUT_MS = 3_000;
const MOST_BYTES = 64 * 1024;

/** Checks that browsers accept the passkeys of all origins (WebAuthn Level 3, section 5.11). */
export const relatedOrigins: Check = {
  name: 'passkeys',
  settings: ['PASSKEY_RP_ID', 'PASSKEY_ORIGINS', 'HOSTED_PAGES', 'APP_URL', 'BASE_URL', 'PORT', 'NODE_ENV'],
  run: async ({ env }) => {
    const { rpId, relatedOrigins: related } = env.passkeys;
    const isBelow = ok(`all origins of passkeys are at ${rpId} or below it`);
    return [...pagesWithout(env), ...(related.length === 0 ? isBelow : await fileOf(rpId, related))];
  },
};

/** The sign-in pages offer no passkeys where browsers or the service would refuse them. */
function pagesWithout({ pages, passkeys: { rpId, origins }, baseUrl }: DoctorContext['env']): Finding[] {
  const { origin } = new URL(baseUrl);
  if (!pages.on || origins.includes(origin)) return [];
  return warn(
    `the sign-in pages at ${origin} take no passkeys: PASSKEY_ORIGINS are ${origins.join(', ')}, for PASSKEY_RP_ID ${rpId}`,
    `use a PASSKEY_RP_ID that contains both hosts before the first passkey is created; or add ${origin} to PASSKEY_ORIGINS; or HOSTED_PAGES=off`,
  );
}

async function fileOf(rpId: string, wanted: string[]): Promise<Finding[]> {
  const url = `https://${rpId}/.well-known/webauthn`;
  const cure = `serve this there as application/json: ${JSON.stringify({ origins: wanted })}`;
  try {
    // Browsers follow redirects, too (WebAuthn Level 3, section 5.11.1).
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const type = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !/^application\/json\b/i.test(type)) return warn(`${url} answers ${answer.status} ${type}`, cure);
    const missing = missingIn(await textOf(answer), wanted);
    return missing.length > 0
      ? warn(`${url} does not list ${missing.join(', ')}`, cure)
      : ok(`${url} lists all origins`);
  } catch (error) {
    return warn(`${url} cannot be read (${reasonOf(error)})`, cure);
  }
}

/** At most some KiB: the host may be another one than expected. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('it is too long');
  }
  return Buffer.concat(chunks).toString();
}

function missingIn(text: string, wanted: string[]): string[] {
  const { origins } = JSON.parse(text) as { origins?: unknown };
  return wanted.filter((origin) => !Array.isArray(origins) || !origins.includes(origin));
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}
