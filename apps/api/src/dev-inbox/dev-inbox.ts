import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const DEFAULT_WEB_PORT = 1080;

/** A local mail server that keeps all emails, with a web page to read them: for development only. */
interface DevInbox {
  smtpUrl: string;
  /** The URL of the page when it is ready; undefined if the inbox does not start, for example without its package. */
  webUrl: Promise<string | undefined>;
}

/** Starts the inbox in a separate process. */
export async function startDevInbox(): Promise<DevInbox> {
  const smtp = (await tryPort(0)) ?? 0;
  return { smtpUrl: `smtp://${LOOPBACK}:${smtp}`, webUrl: start(smtp) };
}

/** Tries the default port, then a free one: two services that start together may both find the default port free. */
async function start(smtp: number): Promise<string | undefined> {
  for (const port of [DEFAULT_WEB_PORT, 0]) {
    const web = await tryPort(port);
    if (web !== undefined && (await startOn(smtp, web))) return `http://localhost:${web}`;
  }
  return undefined;
}

async function startOn(smtp: number, web: number): Promise<boolean> {
  const child = fork(new URL('./dev-inbox.process.js', import.meta.url), [String(smtp), String(web)], {
    stdio: 'ignore',
    execArgv: [],
  });
  child.unref();
  child.channel?.unref();
  const up = once(child, 'message').then(() => true);
  const ended = once(child, 'exit').then(() => false);
  return Promise.race([up, ended]).catch(() => false);
}

/** The port if it is free, else undefined; 0 means any free port. */
async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, LOOPBACK);
  try {
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
