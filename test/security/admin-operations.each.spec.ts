import { IS_SERVER } from '../support/database/database.js';
import { ConsoleBrowser, lateConsole } from '../support/http/console.js';
import { type Answer, type Call, expectFailure } from '../support/http/http.js';
import { changingOperations, requestOf, things } from '../support/http/openapi.js';
import { useMail } from '../support/service/mail.js';

const { app } = useMail({ IMPERSONATION: 'on' });

const ALL = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'];

/** A request by the cookie of the console. */
function byConsole(browser: ConsoleBrowser, method: string, path: string, call: Call): Promise<Answer> {
  return app.service.call(method, path, { ...call, headers: { ...browser.headers(method), ...call.headers } });
}

describe('each operation of the admin API', () => {
  it('says what it does', async () => {
    const operations = await changingOperations(app);
    expect(operations.length).toBeGreaterThan(35);
    const asks = operations.filter(({ deed: { factor = 'never' } }) => factor !== 'never');
    expect(asks.filter(({ codes }) => !codes.includes('REAUTHENTICATION_REQUIRED'))).toEqual([]);
    expect(asks.map(({ id }) => id).sort()).toEqual(
      [
        ...['adminCreateToken', 'adminUpdateUser', 'adminImpersonateUser', 'adminCreateLink', 'adminRotateKey'],
        ...['adminCreateUser', 'adminRevokeToken'],
        ...['adminCreateClient', 'adminUpdateClient', 'adminCreateClientSecret'],
        ...['adminCreateProvider', 'adminUpdateProvider'],
        ...['adminCreateWebhook', 'adminUpdateWebhook', 'adminRotateWebhookSecret'],
        ...['adminImportUsers', 'adminImportFile', 'adminExportUsers'],
      ].sort(),
    );
  });

  it('that makes something lasting, or leads outward, needs a factor of late in the console', async () => {
    const all = await things(app);
    const browser = await lateConsole(app, ALL);
    const found: Record<string, unknown> = {};
    for (const operation of await changingOperations(app)) {
      const { factor = 'never' } = operation.deed;
      if (factor === 'never') continue;
      const { path, call } = requestOf(operation, all);
      const { code, text } = await byConsole(browser, operation.method, path, call);
      found[operation.id] = code ?? /"code":"(\w+)"/.exec(text)?.[1] ?? text;
    }
    const ids = Object.keys(found);
    expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, 'REAUTHENTICATION_REQUIRED'])));
  });

  // SQLite runs one transaction at a time.
  if (IS_SERVER) {
    it('that changes something does nothing after a revocation that came between its guard and its work', async () => {
      const all = await things(app);
      const found: Record<string, unknown> = {};
      for (const operation of await changingOperations(app)) {
        const { path, call } = requestOf(operation, all);
        const { id, token } = await app.adminToken(ALL);
        await app.admin('GET', '/users?limit=1', undefined, token);
        const release = await app.database.hold('UPDATE admin_tokens SET revoked_at = 1 WHERE id = ?', [id]);
        const late = app.service.call(operation.method, path, { ...call, token });
        await Promise.race([app.untilStatementWaits(), late]);
        await release();
        const { code, text } = await late;
        const events = await app.sql('SELECT type FROM events WHERE actor = ?', [`admin:${id}`]);
        found[operation.id] = [code ?? /"code":"(\w+)"/.exec(text)?.[1] ?? text, events.length];
      }
      const ids = Object.keys(found);
      expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, ['NOT_AUTHENTICATED', 0]])));
    });
  }

  it('works with an admin token, and in the console after a factor was shown', async () => {
    const all = await things(app);
    const browser = await lateConsole(app, ALL);
    await app.sql('UPDATE sessions SET factor_time = auth_time WHERE factor_time = 1');
    const { path, call } = requestOf(
      (await changingOperations(app)).find(({ id }) => id === 'adminCreateWebhook') as never,
      all,
    );
    expect((await byConsole(browser, 'POST', path, call)).status).toBe(200);
    expectFailure(await byConsole(browser, 'POST', '/api/admin/webhooks', { body: { url: 'x' } }), 'INVALID_REQUEST');
  });
});
