import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../http/http.js';
import { newEmail, PASSWORD } from '../service/app.js';

/** Sends a request; undefined when the connection broke before the answer. */
export type Send = (method: string, path: string, body?: unknown, token?: string) => Promise<Answer | undefined>;

interface HeldSession {
  access: string;
  /** The newest refresh token of the session that the user has received. */
  refresh: string;
}

const PAUSE_MS = 200;
/** The number of emails that one client address may request within ten minutes. */
const MAX_EMAILS = 5;

/**
 * A user who sends requests and remembers the answers. A request without an answer, or with UNAVAILABLE, may have been
 * processed or not: then the user remembers both possible states.
 */
export class CheckedUser {
  readonly email = newEmail();
  /** Emails that the service has acknowledged. */
  emails = 0;
  /** Answers that the service should never give. */
  readonly wrong: string[] = [];
  private password = PASSWORD;
  private exists: 'no' | 'maybe' | 'yes' = 'no';
  private metadata = new Set(['{}']);
  private readonly held: HeldSession[] = [];
  private readonly ended: string[] = [];
  private steps = 0;
  private emailsRequested = 0;

  constructor(private readonly send: Send) {}

  /** Sends the next request; returns whether it was acknowledged. */
  async step(): Promise<boolean> {
    this.steps += 1;
    if (this.exists !== 'yes') return this.create();
    const turn = this.steps % 12;
    if (this.held.length === 0 || turn === 0) return this.logIn();
    if (turn === 4 && this.held.length > 1) return this.logOut();
    if (turn === 6) return this.write();
    if (turn === 11 && this.emailsRequested < MAX_EMAILS) return this.requestLink();
    return turn % 2 ? this.refresh() : this.read();
  }

  /** All differences from what was acknowledged, once no request is running. */
  async check(): Promise<string[]> {
    if (this.exists !== 'yes') return this.wrong;
    const login = await this.send('POST', '/api/auth/login', { email: this.email, password: this.password });
    this.expect('the account signs in', login, '200');
    const user = await this.send('GET', '/api/auth/user', undefined, login?.json.token);
    if (!this.metadata.has(user?.json.metadata)) this.wrong.push(`metadata is ${user?.json.metadata}`);
    for (const { refresh } of this.held) {
      this.expect(
        'the newest token refreshes',
        await this.send('POST', '/api/auth/user/refresh', { refresh_token: refresh }),
        '200',
      );
    }
    for (const refresh_token of this.ended) {
      const answer = await this.send('POST', '/api/auth/user/refresh', { refresh_token });
      this.expect('a revoked token is refused', answer, 'INVALID_REFRESH_TOKEN');
    }
    return this.wrong;
  }

  private async create(): Promise<boolean> {
    const body = { email: this.email, password: this.password, login: true };
    const answer = await this.call('POST', '/api/auth/user/create', body);
    if (answer === undefined) this.exists = 'maybe';
    else if (answer.status === 200) this.keepSession(answer);
    else if (answer.code !== 'EMAIL_ALREADY_IN_USE' || this.exists !== 'maybe') this.recordUnexpected('create', answer);
    if (answer !== undefined) this.exists = 'yes';
    return answer !== undefined;
  }

  private async logIn(): Promise<boolean> {
    const answer = await this.call('POST', '/api/auth/user/login', { email: this.email, password: this.password });
    if (answer?.status === 200) this.keepSession(answer);
    else if (answer) this.recordUnexpected('login', answer);
    return answer !== undefined;
  }

  private async refresh(): Promise<boolean> {
    const session = this.held[this.steps % this.held.length];
    if (!session) return false;
    const answer = await this.call('POST', '/api/auth/user/refresh', { refresh_token: session.refresh });
    if (answer?.status === 200)
      Object.assign(session, { access: answer.json.access_token, refresh: answer.json.refresh_token });
    else if (answer) this.recordUnexpected('refresh', answer);
    return answer !== undefined;
  }

  private async read(): Promise<boolean> {
    const answer = await this.call('GET', '/api/auth/user', undefined, this.held[0]?.access);
    if (!answer) return false;
    if (answer.status !== 200) this.recordUnexpected('read', answer);
    else if (!this.metadata.has(answer.json.metadata))
      this.wrong.push(`read ${answer.text}, not ${[...this.metadata]}`);
    return true;
  }

  private async write(): Promise<boolean> {
    const metadata = JSON.stringify({ step: this.steps });
    const answer = await this.call('PUT', '/api/auth/user', { metadata }, this.held[0]?.access);
    if (answer?.status === 200) this.metadata = new Set([metadata]);
    else if (answer) this.recordUnexpected('write', answer);
    else this.metadata.add(metadata);
    return answer !== undefined;
  }

  private async logOut(): Promise<boolean> {
    const session = this.held.pop();
    if (!session) return false;
    const answer = await this.call('POST', '/api/auth/user/logout', { refresh_token: session.refresh }, session.access);
    if (answer?.status === 200) this.ended.push(session.refresh);
    else if (answer) this.recordUnexpected('logout', answer);
    return answer !== undefined;
  }

  private async requestLink(): Promise<boolean> {
    this.emailsRequested += 1;
    const answer = await this.call('POST', '/api/auth/magic-link', { email: this.email });
    if (answer?.status === 200) this.emails += 1;
    else if (answer) this.recordUnexpected('magic-link', answer);
    return answer !== undefined;
  }

  /** The answer; undefined when it does not show whether the request was processed. */
  private async call(method: string, path: string, body?: unknown, token?: string): Promise<Answer | undefined> {
    const answer = await this.send(method, path, body, token);
    if (answer !== undefined && answer.code !== 'UNAVAILABLE') return answer;
    await sleep(PAUSE_MS);
    return undefined;
  }

  private keepSession({ json }: Answer): void {
    this.held.push({ access: json.token, refresh: json.refresh_token });
  }

  private recordUnexpected(what: string, answer: Answer): void {
    this.wrong.push(`${what} at step ${this.steps}: ${answer.status} ${answer.text}`);
  }

  private expect(what: string, answer: Answer | undefined, expected: string): void {
    if (answer === undefined || (answer.code ?? String(answer.status)) !== expected) {
      this.wrong.push(`${what}: ${answer?.status} ${answer?.text}`);
    }
  }
}
