import { type Check, type DoctorContext, type Finding, fail, ok, warn } from '../check.js';

const TIMEOUT_MS = 3_000;

/** Checks that BASE_URL uses https, and that the service answers there. */
export const baseUrl: Check = {
  name: 'base url',
  settings: ['BASE_URL', 'PORT', 'NODE_ENV'],
  run: async ({ env }) => [...encryption(env), ...(await service(env.baseUrl))],
};

function encryption({ baseUrl, production }: DoctorContext['env']): Finding[] {
  if (!production || baseUrl.startsWith('https:')) return [];
  return warn(`${baseUrl} is not encrypted: passwords and tokens can be read on the way`, 'use https:// in BASE_URL');
}

async function service(root: string): Promise<Finding[]> {
  const cure = 'start the service, or correct BASE_URL';
  try {
    const answer = await fetch(`${root}/health/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, code, message } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (answer.status === 200 && status === 'ready') return ok(`the service answers at ${root}`);
    if (answer.status === 503 && code === 'UNAVAILABLE') {
      return fail(
        `the service at ${root} is not ready: ${message}`,
        'see its log; a load balancer sends it no requests',
      );
    }
    return warn(`${root} answers ${answer.status}, not as a service that is ready`, cure);
  } catch {
    return warn(`no service answers at ${root} (yet)`, cure);
  }
}
