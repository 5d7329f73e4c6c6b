import { useApp } from '../support/app.js';
import { DATABASE } from '../support/database.js';
import { refusal } from '../support/refused-start.js';
import { SECRET } from '../support/service.js';

const itOnMysql = DATABASE === 'mysql' ? it : it.skip;

const app = useApp();

describe('the start of the service', () => {
  it('fails with an AUTH_SECRET that does not fit the database', async () => {
    const said = await refusal({ DATABASE_URL: app.database.url, AUTH_SECRET: `${SECRET}, but another` });
    expect(said).toMatch(/^AUTH_SECRET: [^\n]+; allowed: [^\n]+AUTH_SECRET_PREVIOUS\n$/m);
    expect(said).not.toContain('but another');
  });

  itOnMysql.each([
    ['a wrong password', { username: 'nobody', password: 'hidden' }],
    ['an unknown database', { pathname: '/latchkey_there_is_none' }],
  ])('fails with %s in DATABASE_URL', async (_what, spoil) => {
    const said = await refusal({ DATABASE_URL: Object.assign(new URL(app.database.url), spoil).href });
    expect(said).toMatch(/^DATABASE_URL: [^\n]+; allowed: [^\n]+\n$/m);
    expect(said).not.toContain('hidden');
  });
});
