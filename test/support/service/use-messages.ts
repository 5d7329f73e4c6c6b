import type { Row } from '../database/database.js';
import type { Answer } from '../http/http.js';
import { type App, newEmail } from './app.js';
import type { MailServer } from './mail-server.js';
import { useMail } from './use-mail.js';

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
    const { status, text } = await this.requestEmail(email);
    if (status !== 200) throw new Error(text);
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
