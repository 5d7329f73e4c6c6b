import { blocksOf } from '../support/docs/documents.js';
import { Service } from '../support/service/service.js';

it('the start prints what README shows', async () => {
  const [shown = ''] = blocksOf('README.md')
    .filter(({ language }) => language === 'text')
    .map(({ text }) => text);
  const service = await Service.launch({ NODE_ENV: '', SMTP_URL: '' }, '', [], ['--development']);
  await service.logged('Database ');
  const [, printed = ''] = /( {2}Latchkey is running\..*?\n)\n {2}Create/s.exec(service.log) ?? [];
  await service.stop();
  const ports = printed.replace(/localhost:\d+/g, 'localhost:…');
  expect(ports.replace(/once=[\w-]+/, 'once=…')).toBe(shown.replace(/localhost:\d+/g, 'localhost:…'));
});
