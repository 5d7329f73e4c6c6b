import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const USUAL_WEB_PORT = 1080;

/** A mail server that keeps all letters, and a page to read them: for developers, on this machine only. */
export interface Inbox {
  smtpUrl: string;
  /** The page, once it is up; undefined where it does not come up, as without the package it is made of. */
  webUrl: Promise<string | undefined>;
}

/** Starts the inbox in a process of its own. */
export async function openInbox(): Promise<Inbox> {
  const smtp = (await tryPort(0)) ?? 0;
  return { smtpUrl: `smtp://${LOOPBACK}:${smtp}`, webUrl: start(smtp) };
}

/** With its page on the usual port, or on a free one: of two services that start at once, both see the usual one free. */
async function start(smtp: number): Promise<string | undefined> {
  for (const port of [USUAL_WEB_PORT, 0]) {
    const web = await tryPort(port);
    if (web !== undefined && (await startOn(smtp, web))) return `http://localhost:${web}`;
  }
  return undefined;
}

async function startOn(smtp: number, web: number): Promise<boolean> {
  const child = fork(new URL('./inbox.process.js', import.meta.url), [String(smtp), String(web)], {
    stdio: 'ignore',
    execArgv: [],
  });
  child.unref();
  child.channel?.unref();
  const up = once(child, 'message').then(() => true);
  const ended = once(child, 'exit').then(() => false);
  return Promise.race([up, ended]).catch(() => false);
}

/** The port, if nothing listens there; 0 stands for any. */
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
