import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Answer } from '../http/http.js';

const LOOPBACK = '127.0.0.1';
const ARRIVAL_TIMEOUT_MS = 20_000;
const CODE = /^\d{6}$/m;

/** A letter as it arrived. */
export interface Letter extends ParsedMail {
  /** The recipient of the SMTP transaction, whatever the headers say. */
  recipient: string;
  text: string;
  html: string;
}

/** A mail server that stores what it receives, on a free port of this machine. */
export class MailServer {
  readonly letters: Letter[] = [];
  /** The reply code for a recipient that is refused; undefined for an accepted one. */
  refuse: (recipient: string) => number | undefined = () => undefined;
  /** The server accepts a letter when this is resolved. */
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

  /** The letters to an address so far, in the order of their arrival. */
  lettersTo(email: string): Letter[] {
    return this.letters.filter(({ recipient }) => recipient === email);
  }

  /** A letter to an address, once it has arrived: the first one, or the one of that number. */
  async letterTo(email: string, number = 1): Promise<Letter> {
    await this.arrived(() => this.lettersTo(email).length >= number, `letter ${number} to ${email}`);
    return this.lettersTo(email)[number - 1] as Letter;
  }

  /** The letter to an address with this subject, once it has arrived: the first one, or the one of that number. */
  async letterAbout(email: string, subject: RegExp, number = 1): Promise<Letter> {
    const found = () => this.lettersTo(email).filter((letter) => subject.test(letter.subject ?? ''));
    await this.arrived(() => found().length >= number, `letter ${number} to ${email} about ${subject}`);
    return found()[number - 1] as Letter;
  }

  /** The letter to an address with this text, once it has arrived: the first one, or the one of that number. */
  async letterWith(email: string, content: RegExp, number = 1): Promise<Letter> {
    const found = () => this.lettersTo(email).filter((letter) => content.test(letter.text));
    await this.arrived(() => found().length >= number, `letter ${number} to ${email} with ${content}`);
    return found()[number - 1] as Letter;
  }

  /** Makes a call that mails a letter to an address, and returns the link of the letter. */
  async linkAfter(email: string, call: () => Promise<Answer>): Promise<string> {
    const number = this.lettersTo(email).length + 1;
    const { status, text } = await call();
    if (status !== 200) throw new Error(`The call answered ${status} ${text}`);
    return linkIn(await this.letterTo(email, number));
  }

  /** The same, but returns the token of the link. */
  async tokenAfter(email: string, call: () => Promise<Answer>): Promise<string> {
    return new URL(await this.linkAfter(email, call)).searchParams.get('token') ?? '';
  }

  /** Makes a call that mails a code to an address, and returns what the verification of the code needs. */
  async codeAfter(email: string, call: () => Promise<Answer>): Promise<{ code_token: string; code: string }> {
    const number = this.lettersTo(email).filter((letter) => CODE.test(letter.text)).length + 1;
    const { status, text, json } = await call();
    if (status !== 200) throw new Error(`The call answered ${status} ${text}`);
    return { code_token: json.code_token, code: codeIn(await this.letterWith(email, CODE, number)) };
  }

  /** Resolves when this many letters have arrived in total. */
  until(count: number): Promise<void> {
    return this.arrived(() => this.letters.length >= count, `${count} letters`);
  }

  private async arrived(there: () => boolean, what: string): Promise<void> {
    const signal = AbortSignal.timeout(ARRIVAL_TIMEOUT_MS);
    while (!there()) {
      await once(this.arrivals, 'letter', { signal }).catch(() => {
        const arrivedSoFar = this.letters.map(({ recipient, subject }) => `${recipient}: ${subject}`);
        throw new Error(
          `Not arrived: ${what}. Arrived: ${arrivedSoFar.length} letters\n${arrivedSoFar.slice(-20).join('\n')}`,
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
    this.letters.push({ ...mail, recipient, text: mail.text ?? '', html: mail.html || '' });
    this.arrivals.emit('letter');
  }
}

/** The link of a letter: it is on its own line in the text. */
export function linkIn({ text }: Letter): string {
  return /^https?:\/\/\S+$/m.exec(text)?.[0] ?? '';
}

/** The code of a letter: it is on its own line in the text. */
export function codeIn({ text }: Letter): string {
  return CODE.exec(text)?.[0] ?? '';
}

/** The token of the link of a letter. */
export function tokenIn(letter: Letter): string {
  return new URL(linkIn(letter)).searchParams.get('token') ?? '';
}
