import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailDev } from 'maildev';

const [smtp, web] = process.argv.slice(2).map(Number);
const loopback = '127.0.0.1';
const mailDirectory = mkdtempSync(join(tmpdir(), 'latchkey-inbox-'));

// It lives and dies with the service that started it, however that ends.
process.on('exit', () => rmSync(mailDirectory, { recursive: true, force: true }));
process.on('disconnect', () => process.exit());
// The service may have ended while the modules were loaded.
if (!process.connected) process.exit();
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

await new MailDev({ smtp, web, ip: loopback, webIp: loopback, mailDirectory, silent: true }).start();
process.send?.('ready');
