import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import type { DatabaseHost } from '@app/config';

/**
 * One event loop keeps at most eight connections busy, on any machine. Sign-ins need one more for each core: each has a
 * transaction after its hash, and as many hashes as cores are computed at a time. More connections only wait for each other's
 * locks, and a server accepts 151 by default, from all replicas.
 */
export const POOL_SIZE = 8 + Math.min(availableParallelism(), 24);
export const CONNECT_TIMEOUT_MS = 5_000;

/** How long a host is passed over that did not answer, while there are others. */
const PASS_OVER_MS = 10_000;

/** What is used of the settings that mysql2 makes for each connection. The host in them is the name that TLS asks for. */
export interface ConnectionTarget {
  config: DatabaseHost;
}

/** The nodes of a cluster: new connections go to each in turn, but for those that did not answer lately. */
export class HostFailover {
  private readonly failures = new Map<string, number>();
  private lastFailure = Number.NEGATIVE_INFINITY;
  private turn: number;

  constructor(private readonly hosts: DatabaseHost[]) {
    // Replicas that start together do not all begin with the same node.
    this.turn = Math.floor(Math.random() * hosts.length);
  }

  get count(): number {
    return this.hosts.length;
  }

  /** Opens a connection to the next host, and notes it in the settings that are given. */
  readonly connect = ({ config }: ConnectionTarget): Socket => {
    const { host, port } = Object.assign(config, this.next());
    const socket = connect(port, host).setNoDelay(true).setKeepAlive(true);
    const silent = () => this.fail({ host, port });
    // A server speaks first: one that says nothing, or breaks, is passed over.
    socket.once('close', silent).once('data', () => socket.off('close', silent));
    return socket.once('error', silent);
  };

  /** Passes a host over for some seconds. */
  fail(host: DatabaseHost): void {
    this.lastFailure = Date.now();
    this.failures.set(nameOf(host), this.lastFailure);
  }

  /** Whether a host has failed since a time, in milliseconds: connections from before are not to be trusted. */
  hasFailedSince(host: DatabaseHost, time: number): boolean {
    return this.lastFailure >= time && this.failedAt(host) >= time;
  }

  /** In turn; where all have failed, the one that did so first. */
  next(): DatabaseHost {
    this.turn += 1;
    const inTurn = this.hosts.map(
      (_host, index) => this.hosts[(this.turn + index) % this.hosts.length] as DatabaseHost,
    );
    const trusted = inTurn.find((host) => !this.hasFailedSince(host, Date.now() - PASS_OVER_MS));
    return trusted ?? inTurn.reduce((one, other) => (this.failedAt(other) < this.failedAt(one) ? other : one));
  }

  private failedAt(host: DatabaseHost): number {
    return this.failures.get(nameOf(host)) ?? Number.NEGATIVE_INFINITY;
  }
}

function nameOf({ host, port }: DatabaseHost): string {
  return `${host} ${port}`;
}

/** A request that has waited this long for a connection is not worth answering any more. */
export const WAIT_MS = 10_000;

/** Statements take milliseconds. A server that sends nothing for this long is lost; TCP alone would wait for 15 minutes. */
const SILENCE_MS = 8_000;

/**
 * Ends a connection on which nothing was sent or received for some seconds.
 * @param matters whether an answer is awaited: an idle connection stays open
 */
export function limitSilence(socket: Socket, matters: () => boolean): void {
  socket.setTimeout(SILENCE_MS, () => {
    if (!matters()) return;
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
  });
}
