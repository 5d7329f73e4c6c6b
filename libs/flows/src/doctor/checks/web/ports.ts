import { type Check, type DoctorContext, type Finding, fail, isLocal, ok, skip, warn } from '../check.js';

const TIMEOUT_MS = 2_000;

/** Checks which program answers at the port of the service on this machine. */
export const port: Check = {
  name: 'port',
  settings: ['PORT', 'HOST', 'BASE_URL'],
  run: async ({ env }) => {
    const root = `http://${localHost(env.host)}:${env.port}`;
    const answer = await read(`${root}/health/live`);
    if (answer === undefined)
      return skip(`no program answers at ${root} (yet): the service may run on another machine`);
    if (!answer.text.includes('"live"')) {
      return warn(`another program answers at ${root}`, 'set PORT to a free port, or stop the other program');
    }
    return [...ok(`the service answers at ${root}`), ...otherPort(env)];
  },
};

/** Without a proxy, which a local BASE_URL does not need, both ports are the same. */
function otherPort({ baseUrl, port: ownPort }: DoctorContext['env']): Finding[] {
  const url = new URL(baseUrl);
  const claimed = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  if (!isLocal(baseUrl) || claimed === ownPort) return [];
  return warn(
    `BASE_URL names port ${claimed}, and the service listens on port ${ownPort}`,
    `use port ${ownPort} in BASE_URL, unless a proxy on this machine listens on port ${claimed}`,
  );
}

/** Checks whether strangers can read the metrics. */
export const metrics: Check = {
  name: 'metrics',
  settings: ['METRICS_PORT', 'PORT', 'BASE_URL'],
  run: async ({ env: { metricsPort, port: ownPort, baseUrl, production } }) => {
    if (metricsPort === undefined) return ok('/metrics needs an admin token');
    if (metricsPort === ownPort) return fail('METRICS_PORT is the PORT of the service', 'set it to another port');
    const place = `http://${new URL(baseUrl).hostname}:${metricsPort}/metrics`;
    const answer = await read(place);
    if (!answer?.text.includes('latchkey_')) return ok(`METRICS_PORT=${metricsPort}; ${place} does not answer`);
    if (!production || isLocal(baseUrl)) return ok(`METRICS_PORT=${metricsPort}; ${place} answers without a token`);
    return warn(
      `${place}, the host of BASE_URL, answers without a token`,
      'let only Prometheus reach METRICS_PORT, or unset it: then /metrics needs an admin token',
    );
  },
};

/** The address of this machine at which a server with this HOST answers. */
function localHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Undefined without an answer. */
async function read(url: string): Promise<{ text: string } | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { text: await answer.text() };
  } catch {
    return undefined;
  }
}
