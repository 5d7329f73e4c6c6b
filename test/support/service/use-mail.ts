import { type App, useApp } from './app.js';
import { MailServer } from './mail-server.js';
import type { Settings } from './service.js';

/** The service and its mail server, for the tests of a file or of a `describe`. */
export function useMail(settings: Settings = {}, preloads?: string[]): { app: App; mail: MailServer } {
  const mail = new MailServer();
  beforeAll(() => mail.open());
  const app = useApp(() => ({ SMTP_URL: mail.url, ...settings }), preloads);
  // After the service, which keeps connections to it open.
  afterAll(() => mail.stop());
  return { app, mail };
}
