import { SettingsError } from '@app/config';
import { EmailWriter, ehloName, isInboxInstalled } from '@app/mail';
import { createTransport } from 'nodemailer';
import { type Check, type DoctorContext, type Finding, fail, ok, warn } from './check.js';

const TIMEOUT_MS = 4_000;

/** Connects and signs in to the mail server without sending an email. */
export const mail: Check = {
  name: 'mail',
  settings: ['SMTP_URL'],
  run: async ({ env }) =>
    env.smtpUrl === undefined ? withoutMail(env) : [...(await connectTo(env.smtpUrl, ehloName(env))), ...sender(env)],
};

function sender({ production, mailFrom: { address } }: DoctorContext['env']): Finding[] {
  if (!production || !/[@.]localhost$/i.test(address)) return [];
  return warn(`emails are sent from ${address}, which receivers refuse`, 'set MAIL_FROM to an address of your domain');
}

/** Renders every email, like the start of the service. */
export const emails: Check = {
  name: 'emails',
  settings: ['MAIL_LOCALE'],
  run: async ({ env }) => {
    try {
      await new EmailWriter(env).check();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      return error.problems.flatMap(({ variable, wrong }) =>
        fail(`${variable}: ${wrong}`, 'correct it: see docs/email-templates.md'),
      );
    }
    return ok(
      env.mailTemplatesDir ? `the templates in ${env.mailTemplatesDir} can be used` : 'the built-in templates are used',
    );
  },
};

function withoutMail({ production, wantsInbox }: DoctorContext['env']): Finding[] {
  if (wantsInbox && isInboxInstalled()) return ok('no SMTP_URL: the service starts a local inbox');
  const found = 'no mail server: verify-email, magic-link and reset-password answer EMAIL_NOT_CONFIGURED';
  if (wantsInbox) return warn(found, 'set SMTP_URL to a mail server, or install maildev for a local inbox');
  return production ? warn(found, 'set SMTP_URL to a mail server') : ok(found);
}

async function connectTo(smtpUrl: string, name: string): Promise<Finding[]> {
  const url = new URL(smtpUrl);
  const place = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS };
  const transport = createTransport({ url: smtpUrl, name, ...timeouts, socketTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
    return ok(`the mail server ${place} answers${url.username ? ', and accepts user and password' : ''}`);
  } catch (error) {
    return smtpFailure(place, name, error as SmtpError);
  } finally {
    transport.close();
  }
}

type SmtpError = NodeJS.ErrnoException & { responseCode?: number; command?: string };

/** Without the text of the server, which may repeat the password. */
function smtpFailure(place: string, name: string, error: SmtpError): Finding[] {
  const reason = [error.code, error.responseCode].filter(Boolean).join(' ') || 'unknown';
  if (
    ['EHLO', 'HELO'].includes(error.command ?? '') &&
    error.responseCode !== undefined &&
    error.responseCode !== 421
  ) {
    return fail(
      `${place} answers, and refuses the name "${name}" that the service gives in EHLO (${reason})`,
      'add ?name= with a full host name to SMTP_URL: ?name=auth.example.com',
    );
  }
  switch (error.code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return fail(`${place} refuses user and password (${reason})`, 'correct them in SMTP_URL');
    case 'ETLS':
      return fail(
        `${place} cannot encrypt (${reason})`,
        'smtps:// for port 465, smtp:// for 587; mind its certificate',
      );
    case 'EDNS':
    case 'ENOTFOUND':
      return fail(`${place}: there is no such host (${reason})`, 'correct the host in SMTP_URL');
    default:
      return fail(
        `${place} does not accept a connection (${cause(error) ?? reason})`,
        'start it, open the way to it, or correct host and port in SMTP_URL',
      );
  }
}

/** The system error in a message, such as `ECONNREFUSED`. */
function cause({ message }: Error): string | undefined {
  return /\bE[A-Z]{4,}\b/.exec(message)?.[0];
}
