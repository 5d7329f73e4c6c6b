import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Row } from '../database/database.js';
import type { Answer } from '../http/http.js';
import { type App, newEmail, useApp } from './app.js';
import type { Settings } from './service.js';

const LOOPBACK = '127.0.0.1';
const ARRIVAL_TIMEOUT_MS = 20_000;
const CODE = /^\d{6}$/m;

/** An email as it arrived. */
export interface ReceivedEmail extends ParsedMail {
  /** The recipient of the SMTP transaction, whatever the headers say. */
  recipient: string;
  /** The name that the sender gave in EHLO. */
  ehlo: string;
  text: string;
  html: string;
}

/** A mail server that stores what it receives, on a free port of this machine. */
export class MailServer {
  readonly messages: ReceivedEmail[] = [];
  /** The reply code for a recipient that is refused; undefined for an accepted one. */
  refuse: (recipient: string) => number | undefined = () => undefined;
  /** The server accepts an email when this is resolved. */
  delay: (recipient: string) => Promise<void> = async () => undefined;

  private readonly arrivals = new EventEmitter();
  private server: SMTPServer | undefined;
  private port = 0;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.open();
    return server;
  }

  /** Its `SMTP_URL`. */
  get url(): string {
    return `smtp://${LOOPBACK}:${this.port}`;
  }

  /** Listens, after a `stop()` again on the same port. */
  async open(): Promise<void> {
    const server = new SMTPServer(this.options());
    server.on('error', () => undefined);
    const listening = server.listen(this.port, LOOPBACK) as Server;
    await once(listening, 'listening');
    this.server = server;
    this.port = (listening.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise<void>((done) => server.close(() => done()));
  }

  /** The emails to an address so far, in the order of their arrival. */
  emailsTo(email: string): ReceivedEmail[] {
    return this.messages.filter(({ recipient }) => recipient === email);
  }

  /** An email to an address, once it has arrived: the first one, or the one of that number. */
  emailTo(email: string, number = 1): Promise<ReceivedEmail> {
    return this.numbered(number, () => this.emailsTo(email), `to ${email}`);
  }

  /** The email to an address with this subject, once it has arrived: the first one, or the one of that number. */
  emailAbout(email: string, subject: RegExp, number = 1): Promise<ReceivedEmail> {
    const found = () => this.emailsTo(email).filter((message) => subject.test(message.subject ?? ''));
    return this.numbered(number, found, `to ${email} about ${subject}`);
  }

  /** The email to an address with this text, once it has arrived: the first one, or the one of that number. */
  emailWith(email: string, content: RegExp, number = 1): Promise<ReceivedEmail> {
    const found = () => this.emailsTo(email).filter((message) => content.test(message.text));
    return this.numbered(number, found, `to ${email} with ${content}`);
  }

  /** Makes a call that sends an email to an address, and returns the link of the email. */
  async linkAfter(email: string, call: () => Promise<Answer>): Promise<string> {
    const number = this.emailsTo(email).length + 1;
    (await call()).ok();
    return linkIn(await this.emailTo(email, number));
  }

  /** The same, but returns the token of the link. */
  async tokenAfter(email: string, call: () => Promise<Answer>): Promise<string> {
    return new URL(await this.linkAfter(email, call)).searchParams.get('token') ?? '';
  }

  /** Makes a call that mails a code to an address, and returns what the verification of the code needs. */
  async codeAfter(email: string, call: () => Promise<Answer>): Promise<{ code_token: string; code: string }> {
    const number = this.emailsTo(email).filter((message) => CODE.test(message.text)).length + 1;
    const { json } = (await call()).ok();
    return { code_token: json.code_token, code: codeIn(await this.emailWith(email, CODE, number)) };
  }

  /** Resolves when this many emails have arrived in total. */
  until(count: number): Promise<void> {
    return this.arrived(() => this.messages.length >= count, `${count} emails`);
  }

  private async numbered(number: number, found: () => ReceivedEmail[], which: string): Promise<ReceivedEmail> {
    await this.arrived(() => found().length >= number, `email ${number} ${which}`);
    return found()[number - 1] as ReceivedEmail;
  }

  private async arrived(there: () => boolean, what: string): Promise<void> {
    const signal = AbortSignal.timeout(ARRIVAL_TIMEOUT_MS);
    while (!there()) {
      await once(this.arrivals, 'email', { signal }).catch(() => {
        const arrivedSoFar = this.messages.map(({ recipient, subject }) => `${recipient}: ${subject}`);
        throw new Error(
          `Not arrived: ${what}. Arrived: ${arrivedSoFar.length} emails\n${arrivedSoFar.slice(-20).join('\n')}`,
        );
      });
    }
  }

  private options(): SMTPServerOptions {
    return {
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onRcptTo: ({ address }, _session, done) => {
        const code = this.refuse(address);
        done(code === undefined ? code : Object.assign(new Error('Not here.'), { responseCode: code }));
      },
      onData: (stream, session, done) => {
        this.take(stream, session).then(() => done(), done);
      },
    };
  }

  private async take(stream: Parameters<typeof simpleParser>[0], session: SMTPServerSession): Promise<void> {
    const mail = await simpleParser(stream, { skipTextToHtml: true });
    const recipient = session.envelope.rcptTo[0]?.address ?? '';
    await this.delay(recipient);
    const ehlo = session.hostNameAppearsAs;
    this.messages.push({ ...mail, recipient, ehlo, text: mail.text ?? '', html: mail.html || '' });
    this.arrivals.emit('email');
  }
}

/** The link of an email: it is on its own line in the text. */
export function linkIn({ text }: ReceivedEmail): string {
  return /^https?:\/\/\S+$/m.exec(text)?.[0] ?? '';
}

/** The code of an email: it is on its own line in the text. */
export function codeIn({ text }: ReceivedEmail): string {
  return CODE.exec(text)?.[0] ?? '';
}

/** The token of the link of an email. */
export function tokenIn(message: ReceivedEmail): string {
  return new URL(linkIn(message)).searchParams.get('token') ?? '';
}

/** The service and its mail server, for the tests of a file or of a `describe`. */
export function useMail(settings: Settings = {}, preloads?: string[]): { app: App; mail: MailServer } {
  const mail = new MailServer();
  beforeAll(() => mail.open());
  const app = useApp(() => ({ SMTP_URL: mail.url, ...settings }), preloads);
  // After the service, which keeps connections to it open.
  afterAll(() => mail.stop());
  return { app, mail };
}

/** The emails of a service in the admin API, with a mail server that can refuse them. */
export class Messages {
  constructor(
    readonly app: App,
    readonly mail: MailServer,
  ) {}

  list(query = ''): Promise<Answer> {
    return this.app.admin('GET', `/messages${query}`);
  }

  retry(id: unknown): Promise<Answer> {
    return this.app.admin('POST', `/messages/${id}/retry`);
  }

  requestEmail(email: string): Promise<Answer> {
    return this.app.post('/api/auth/magic-link', { email, sign_up: true });
  }

  /** Lets the mail server answer this reply code for emails to an address. */
  refuse(email: string, code: number): void {
    this.mail.refuse = (recipient) => (recipient === email ? code : undefined);
  }

  async rowOf(email: string): Promise<Row> {
    return (await this.app.sql('SELECT * FROM messages WHERE recipient = ?', [email]))[0] as Row;
  }

  /** The email to an address as the list shows it, once the condition holds. */
  async listedWhen(email: string, holds: (message: Row) => boolean): Promise<Row> {
    let found: Row | undefined;
    await this.app.service.until(async () => {
      found = (await this.list('?limit=200')).json.messages.find(({ recipient }: Row) => recipient === email);
      return found !== undefined && holds(found);
    });
    return found as Row;
  }

  /** An email that the mail server has refused once with this reply code. */
  async refused(code: number): Promise<{ email: string; id: string }> {
    const email = newEmail();
    this.refuse(email, code);
    (await this.requestEmail(email)).ok();
    const { id } = await this.listedWhen(email, ({ attempts }) => attempts === 1);
    return { email, id: String(id) };
  }
}

/** For the tests of a file. The mail server accepts all emails again after each. */
export function useMessages(): Messages {
  const { app, mail } = useMail();
  afterEach(() => {
    mail.refuse = () => undefined;
    mail.delay = async () => undefined;
  });
  return new Messages(app, mail);
}
