import { App } from '../support/app.js';
import { grantAsBefore } from '../support/console.js';
import { expectFailure } from '../support/expect.js';
import type { Service } from '../support/service.js';

describe('the first admin token', () => {
  const tokenIn = (log: string) => /^ {4}(adm_\S+)$/m.exec(log)?.[1] ?? '';

  it('is created at the first start outside production, printed once, and never again', async () => {
    const own = await App.start({ ADMIN_TOKEN: '' });
    await own.service.until(() => own.service.log.includes('Latchkey is running'));
    const token = tokenIn(own.service.log);
    expect((await own.admin('GET', '/tokens', undefined, token)).json.tokens).toHaveLength(1);
    const again = await own.replica();
    await again.until(() => again.log.includes('Latchkey is running'));
    expect(tokenIn(again.log)).toBe('');
    await again.stop();
    await own.stop();
  });

  it('is printed with a first call only while there are no users', async () => {
    const own = await App.start();
    const printsFirstCall = async (service: Service) => {
      await service.until(() => service.log.includes('Latchkey is running'));
      return service.log.includes('Create a first user');
    };
    expect(await printsFirstCall(own.service)).toBe(true);
    await own.signUp();
    expect(await printsFirstCall(await own.replica())).toBe(false);
    await own.stop();
  });

  it('is not created in production', async () => {
    const own = await App.start({ ADMIN_TOKEN: '', NODE_ENV: 'production', BASE_URL: 'https://auth.example.com' });
    expect(await own.sql('SELECT * FROM admin_tokens')).toEqual([]);
    await own.stop();
  });

  it('is replaced by another value of ADMIN_TOKEN, and stays revoked when the old value returns', async () => {
    const own = await App.start();
    const second = `adm_${'second'.repeat(6)}`;
    const other = await own.replica({ ADMIN_TOKEN: second });
    expectFailure(await own.admin('GET', '/tokens'), 'NOT_AUTHENTICATED');
    await other.stop();
    const back = await own.replica();
    expectFailure(await own.admin('GET', '/tokens'), 'NOT_AUTHENTICATED');
    expect((await own.admin('GET', '/tokens', undefined, second)).status).toBe(200);
    await back.stop();
    await own.stop();
  });

  it('works without a prefix, and with the scheme word in any case', async () => {
    const own = await App.start({ ADMIN_TOKEN: 'k+/=-._~'.replace('=', '').repeat(6) });
    const authorization = `bEaReR ${'k+/-._~'.repeat(6)}`;
    expect((await own.get('/api/admin/tokens', { headers: { authorization } })).status).toBe(200);
    await own.stop();
  });
});

it('a start counts the administrators of an older release who cannot use their scopes', async () => {
  const own = await App.start();
  const message = /(\d+) users have admin scopes that rest/;
  await own.service.until(() => own.service.log.includes('Latchkey is running'));
  expect(own.service.log).not.toMatch(message);
  const { uid } = await own.signUp();
  await grantAsBefore(own, uid, 'read');
  const next = await own.replica();
  await next.until(() => next.log.includes('Latchkey is running'));
  expect(message.exec(next.log)?.[1]).toBe('1');
  await own.stop();
});
