import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailDev } from 'maildev';

const [smtp, web] = process.argv.slice(2).map(Number);
const loopback = '127.0.0.1';
const mailDirectory = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'));

// Exits with the service that started it, also when that crashes.
process.on('exit', () => rmSync(mailDirectory, { recursive: true, force: true }));
// The service may have exited while the modules were loaded.
if (!process.connected) process.exit();
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const started = new MailDev({ smtp, web, ip: loopback, webIp: loopback, mailDirectory, silent: true }).start();
// MailDev creates the folder once more while it starts: an exit before that would leave it behind.
process.on('disconnect', () => void started.finally(() => process.exit()));
await started;
if (process.connected) process.send?.('ready');
