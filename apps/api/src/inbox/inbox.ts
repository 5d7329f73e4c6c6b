import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const USUAL_SMTP_PORT = 1025;
const USUAL_WEB_PORT = 1080;

/** A mail server that keeps all letters, and a page to read them: for developers, on this machine only. */
export interface Inbox {
  smtpUrl: string;
  webUrl: string;
  /** Whether it came up; false where the package it is made of is not installed. */
  started: Promise<boolean>;
}

/** Starts the inbox in a process of its own, on its usual ports or on free ones. */
export async function openInbox(): Promise<Inbox> {
  const smtp = await portFor(USUAL_SMTP_PORT);
  const web = await portFor(USUAL_WEB_PORT);
  const child = fork(new URL('./inbox.process.js', import.meta.url), [String(smtp), String(web)], {
    stdio: 'ignore',
    execArgv: [],
  });
  const started = Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)]);
  child.unref();
  child.channel?.unref();
  return { smtpUrl: `smtp://${LOOPBACK}:${smtp}`, webUrl: `http://localhost:${web}`, started };
}

async function portFor(usual: number): Promise<number> {
  return (await tryPort(usual)) ?? (await tryPort(0)) ?? usual;
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
