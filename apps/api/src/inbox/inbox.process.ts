import { MailDev } from 'maildev';

const [smtp, web] = process.argv.slice(2).map(Number);
const loopback = '127.0.0.1';

// It lives and dies with the service that started it, however that ends.
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

await new MailDev({ smtp, web, ip: loopback, webIp: loopback, silent: true }).start();
process.send?.('ready');
