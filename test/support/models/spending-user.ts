import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../http/http.js';
import { ADMIN_TOKEN, newEmail } from '../service/app.js';
import type { Send } from './checked-user.js';

const PAUSE_MS = 200;
/** A refresh token that was replaced so many times before is refused in the grace period, too. */
const LONG_REPLACED = 2;

interface Link {
  path: string;
  /** How many requests have been answered with a session. */
  worked: number;
}

interface HeldSession {
  /** Each refresh token that was received. */
  tokens: string[];
}

const generationOf = (token = '') => JSON.parse(atob(token.split('.')[1] ?? 'e30=')).gen;
/** What became of a request: undefined when nothing shows whether it was processed. */
function outcomeOf(answer: Answer | undefined): string | undefined {
  if (answer === undefined) return undefined;
  const outcome = answer.status === 302 ? (answer.parameter('error') ?? 'worked') : (answer.code ?? 'worked');
  return outcome === 'UNAVAILABLE' ? undefined : outcome;
}

/**
 * A user who sends what can be used once to all replicas at the same moment, and is changed by an administrator. Remembers
 * the answers, and finds afterwards what was used twice, or is lost although it was acknowledged.
 */
export class SpendingUser {
  /** Answers that the service should never give. */
  readonly wrong: string[] = [];
  private uid: string | undefined;
  private email = '';
  private metadata = new Set<string>();
  private readonly links: Link[] = [];
  private readonly sessions: HeldSession[] = [];
  private steps = 0;

  /** @param replicas a way to each replica */
  constructor(private readonly replicas: Send[]) {}

  /** Sends the next request to one replica, or to all; returns whether it was acknowledged. */
  async step(): Promise<boolean> {
    this.steps += 1;
    const done = await this.next();
    if (!done) await sleep(PAUSE_MS);
    return done;
  }

  private next(): Promise<boolean> {
    if (this.uid === undefined) return this.create();
    const turn = this.steps % 4;
    if (turn === 1 || this.sessions.length === 0) return this.spendLink();
    return turn === 2 ? this.change() : this.refresh();
  }

  /** All differences from what was acknowledged, once no request is running. */
  async check(): Promise<string[]> {
    if (this.uid === undefined) return this.wrong;
    const user = await this.one('GET', `/api/admin/users/${this.uid}`);
    if (!this.metadata.has(user?.json.metadata)) this.wrong.push(`metadata is ${user?.json.metadata}`);
    for (const link of this.links) {
      const known = link.worked;
      await this.follow(link);
      if (known === 1 && link.worked > 1) this.wrong.push('a used link works again');
    }
    for (const { tokens } of this.sessions) {
      const [old, newest] = [tokens.at(-1 - LONG_REPLACED), tokens.at(-1)];
      this.expect('the newest refresh token', await this.send(newest), ['worked']);
      if (old) this.expect('a refresh token that was replaced', await this.send(old), ['INVALID_REFRESH_TOKEN']);
    }
    return this.wrong;
  }

  private async create(): Promise<boolean> {
    const email = newEmail();
    const answer = await this.one('POST', '/api/admin/users', { email, email_verified: true, metadata: '{}' });
    if (outcomeOf(answer) === undefined) return false;
    this.expect('create', answer, ['worked']);
    [this.uid, this.email] = [answer?.json.uid, email];
    this.metadata.add('{}');
    return true;
  }

  private async spendLink(): Promise<boolean> {
    const made = await this.one('POST', '/api/admin/links', { type: 'magic_link', email: this.email });
    if (outcomeOf(made) === undefined) return false;
    this.expect('link', made, ['worked']);
    const { pathname, search } = new URL(made?.json.link);
    const link = { path: pathname + search, worked: 0 };
    this.links.push(link);
    return this.follow(link);
  }

  /** Opens a link on all replicas at once. */
  private async follow(link: Link): Promise<boolean> {
    const answers = await Promise.all(this.replicas.map((send) => send('GET', link.path)));
    for (const answer of answers) {
      this.expect('a link', answer, ['worked', 'LINK_ALREADY_USED']);
      if (outcomeOf(answer) !== 'worked') continue;
      link.worked += 1;
      this.sessions.push({ tokens: [answer?.parameter('rt') ?? ''] });
    }
    if (link.worked > 1) this.wrong.push('a link was used twice');
    return answers.some((answer) => outcomeOf(answer) !== undefined);
  }

  private async change(): Promise<boolean> {
    const metadata = JSON.stringify({ step: this.steps });
    const answer = await this.one('PATCH', `/api/admin/users/${this.uid}`, { metadata });
    this.expect('change', answer, ['worked']);
    if (outcomeOf(answer) === undefined) this.metadata.add(metadata);
    else this.metadata = new Set([metadata]);
    return outcomeOf(answer) !== undefined;
  }

  /** Sends one refresh token to all replicas at once: the session must move on by one generation, not by two. */
  private async refresh(): Promise<boolean> {
    const session = this.sessions[this.steps % this.sessions.length];
    const token = session?.tokens.at(-1);
    const answers = await Promise.all(this.replicas.map((_send, index) => this.send(token, index)));
    for (const answer of answers) {
      this.expect('refresh', answer, ['worked']);
      if (outcomeOf(answer) !== 'worked') continue;
      const next = answer?.json.refresh_token;
      if (generationOf(next) !== generationOf(token) + 1) this.wrong.push('a refresh token was used twice');
      if (session?.tokens.at(-1) === token) session?.tokens.push(next);
    }
    return answers.some((answer) => outcomeOf(answer) !== undefined);
  }

  private send(refresh_token: string | undefined, replica = 0): Promise<Answer | undefined> {
    return this.replicas[replica]?.('POST', '/api/auth/user/refresh', { refresh_token }) ?? Promise.resolve(undefined);
  }

  private one(method: string, path: string, body?: unknown): Promise<Answer | undefined> {
    return (
      this.replicas[this.steps % this.replicas.length]?.(method, path, body, ADMIN_TOKEN) ?? Promise.resolve(undefined)
    );
  }

  private expect(what: string, answer: Answer | undefined, outcomes: string[]): void {
    const outcome = outcomeOf(answer);
    if (outcome === undefined || outcomes.includes(outcome)) return;
    this.wrong.push(`${what} at step ${this.steps}: ${answer?.status} ${answer?.location || answer?.text}`);
  }
}
