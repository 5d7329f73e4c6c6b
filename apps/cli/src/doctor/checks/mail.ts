import { createTransport } from 'nodemailer';
import { type Check, type Finding, fail, ok, type Patient, warn } from '../check.js';

const PATIENCE_MS = 4_000;

/** Speaks with the mail server as far as the letter: connection, encryption, sign-in. */
export const mail: Check = {
  name: 'mail',
  settings: ['SMTP_URL'],
  run: async ({ env }) => (env.smtpUrl === undefined ? withoutMail(env) : shakeHands(env.smtpUrl)),
};

function withoutMail({ production, wantsInbox }: Patient['env']): Finding[] {
  if (wantsInbox) return ok('no SMTP_URL: the service starts a local inbox');
  const found = 'none: verify-email, magic-link and reset-password answer EMAIL_NOT_CONFIGURED';
  return production ? warn(found, 'set SMTP_URL to a mail server') : ok(found);
}

async function shakeHands(smtpUrl: string): Promise<Finding[]> {
  const url = new URL(smtpUrl);
  const place = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? 465 : 587)}`;
  const timeouts = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, dnsTimeout: PATIENCE_MS };
  const transport = createTransport({ url: smtpUrl, ...timeouts, socketTimeout: PATIENCE_MS });
  try {
    await transport.verify();
    return ok(`${place} answers${url.username ? ', and accepts user and password' : ''}`);
  } catch (error) {
    return unfriendly(place, error as NodeJS.ErrnoException & { responseCode?: number });
  } finally {
    transport.close();
  }
}

/** The words of the server are left out: they may repeat what was sent to it. */
function unfriendly(place: string, error: NodeJS.ErrnoException & { responseCode?: number }): Finding[] {
  const reason = [error.code, error.responseCode].filter(Boolean).join(' ') || 'unknown';
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
        `${place} cannot be talked to (${cause(error) ?? reason})`,
        'start it, open the way to it, or correct host and port in SMTP_URL',
      );
  }
}

/** What the system said of the connection, such as `ECONNREFUSED`. */
function cause({ message }: Error): string | undefined {
  return /\bE[A-Z]{4,}\b/.exec(message)?.[0];
}
