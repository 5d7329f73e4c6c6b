import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Answer, type Call, send } from '../http/http.js';
import { freePort } from '../service/free-port.mjs';

const START_TIMEOUT_MS = 60_000;
/** The first script receives each message first, so that timers that fire see the new time on both clocks. */
const CLOCKS = ['monotonic.mjs', 'clock.mjs'].flatMap((script) => [
  '--import',
  join(__dirname, '../service/preloads', script),
]);

/** A compiled Nest application as a separate process. */
export class NestProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
  ) {}

  static async start(file: string, settings: Record<string, string>): Promise<NestProcess> {
    const port = String(await freePort());
    const env = { PATH: process.env.PATH ?? '', PORT: port, ...settings };
    const child = fork(file, { env, silent: true, execArgv: CLOCKS });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const started = new NestProcess(child, `http://127.0.0.1:${port}`);
    for (const deadline = Date.now() + START_TIMEOUT_MS; ; ) {
      if (await started.get('/').catch(() => undefined)) return started;
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start:\n${output}`);
      await new Promise((next) => setTimeout(next, 50));
    }
  }

  get(path: string, call?: Call): Promise<Answer> {
    return send(this.url, 'GET', path, call);
  }

  post(path: string, call?: Call): Promise<Answer> {
    return send(this.url, 'POST', path, call);
  }

  /** Sets its clocks forward, and fires the timers that are due by then. */
  async advance(seconds: number): Promise<void> {
    const advanced = once(this.child, 'message');
    this.child.send({ advance: seconds });
    await advanced;
  }

  /** Ends it as an operator would. */
  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
