import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { has } from '../run/machine.mjs';
import { freePort } from './service.js';

/** Whether Redis is installed. */
export const HAS_REDIS = has('redis-server');

/** A private Redis, which writes nothing to the disk. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.open();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  /** Starts it without data, after a `stop()` again on the same port. */
  async open(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn('redis-server', options, { stdio: 'ignore' });
    while (!(await this.answers())) await sleep(50);
  }

  /** Stops the process with all its connections until `resume()`. */
  pause(): void {
    this.child?.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private async answers(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.write('PING\r\n');
      return String((await once(socket, 'data'))[0]).startsWith('+PONG');
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
