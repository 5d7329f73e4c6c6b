import { expectFailure, sendRaw } from '../support/http/http.js';
import { countUsers, HASH, importLines, NDJSON, ndjson } from '../support/imports/ndjson.js';
import { ADMIN_TOKEN, newEmail, PASSWORD, useApp } from '../support/service/app.js';

const app = useApp();

describe('an import', () => {
  const UID = '0190a0b0-c0d0-7000-8000-00000000000';

  it('an import reports each failed line by its number and code, in order, and imports the others', async () => {
    const { email } = await app.signUp();
    const good = newEmail();
    const lines = [
      'nonsense',
      { email },
      '',
      { email: 'none' },
      '   \t',
      { email: good, password: PASSWORD },
      { email: newEmail(), password: 'short' },
      { email: newEmail(), password_hash: 'md5' },
      { email: newEmail(), password_hash: HASH, password: PASSWORD },
      { email: newEmail(), metadata: '{' },
      { email: newEmail(), uid: 'x' },
      { email: newEmail(), uid: `${UID}b` },
      { email: newEmail(), uid: `${UID}B` },
      { email: good.toUpperCase() },
      { email: newEmail(), active: 'yes' },
      { email: newEmail(), created_at: -1 },
      { email: newEmail(), password: null },
      {},
      '[]',
      'null',
      '"text"',
      { email: newEmail(), batch_id: 'of an export' },
      { email: newEmail(), login: true },
    ];
    const dry = (await importLines(app, lines, '?dry_run=true')).json;
    const { batch_id, ...answer } = (await importLines(app, lines, '?dry_run=false')).json;
    expect(answer).toEqual({ created: 3, failed: 18, results: expect.any(Array) });
    expect(answer.results.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`)).toEqual([
      '1 INVALID_REQUEST',
      '2 EMAIL_ALREADY_IN_USE',
      '4 INVALID_EMAIL',
      '7 WEAK_PASSWORD',
      '8 INVALID_HASH',
      '9 INVALID_REQUEST',
      '10 INVALID_METADATA',
      '11 INVALID_REQUEST',
      '13 UID_ALREADY_IN_USE',
      '14 EMAIL_ALREADY_IN_USE',
      '15 INVALID_REQUEST',
      '16 INVALID_REQUEST',
      '17 WEAK_PASSWORD',
      '18 INVALID_EMAIL',
      '19 INVALID_REQUEST',
      '20 INVALID_REQUEST',
      '21 INVALID_REQUEST',
      '23 INVALID_REQUEST',
    ]);
    for (const result of answer.results) {
      expect(result).toEqual({
        line: expect.any(Number),
        code: expect.any(String),
        message: expect.stringMatching(/\S/),
      });
    }
    expect(dry).toEqual({ ...answer, batch_id: null });
    expect((await app.login(good, PASSWORD)).status).toBe(200);
  });

  it.each(['', 'yes', '1', 'TRUE', 'true&dry_run=true'])(
    'an import with dry_run=%s fails with INVALID_REQUEST that names the parameter',
    async (value) => {
      const answer = await importLines(app, [{ email: newEmail() }], `?dry_run=${value}`);
      expectFailure(answer, 'INVALID_REQUEST');
      expect(answer.json.message).toContain('dry_run');
    },
  );

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\r\n  \n\ufeff'],
    ['only invalid lines', 'x\n'],
  ])('an import creates a batch without accounts from %s', async (_what, raw) => {
    const call = { token: ADMIN_TOKEN, raw, headers: { 'content-type': NDJSON } };
    const answer = await app.post('/api/admin/import', undefined, call);
    expect(answer.json).toMatchObject({ created: 0 });
    expect((await app.admin('DELETE', `/import/${answer.json.batch_id}`)).json).toEqual({ removed: 0, kept: 0 });
  });

  describe('the media type of an import', () => {
    const send = (type: string, more = {}) => {
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': type, ...more };
      return sendRaw(app.service.url, 'POST', '/api/admin/import', {
        headers,
        chunks: [ndjson([{ email: newEmail() }])],
      });
    };

    it.each([
      'application/x-ndjson',
      'application/ndjson',
      'Application/JSONL',
      'application/x-ndjson; charset=utf-8',
      'application/x-ndjson;charset="UTF-8"; header=present',
    ])('can be %s', async (type) => {
      expect((await send(type)).json).toMatchObject({ created: 1 });
    });

    it.each([
      'application/json',
      'text/plain',
      'application/x-ndjsonx',
      'multipart/form-data; boundary=x',
      'application/x-ndjson; charset=latin1',
      'nonsense',
      '',
    ])('cannot be %j', async (type) => {
      expectFailure(await send(type), 'UNSUPPORTED_MEDIA_TYPE', 415);
    });

    it.each(['gzip', 'br', 'x'])('cannot be compressed with %s', async (encoding) => {
      expectFailure(await send(NDJSON, { 'content-encoding': encoding }), 'UNSUPPORTED_MEDIA_TYPE', 415);
    });
  });

  it('an import needs an admin token with the scope write, and is refused otherwise before its body is read', async () => {
    const { token: user } = await app.signUp();
    const before = await countUsers(app);
    expectFailure(await importLines(app, [{ email: newEmail() }], '', user), 'NOT_AUTHENTICATED');
    expectFailure(await importLines(app, [{ email: newEmail() }], '?dry_run=x', 'adm_x'), 'NOT_AUTHENTICATED');
    for (const scope of ['read', 'export']) {
      const { token } = await app.adminToken([scope]);
      expectFailure(await importLines(app, [{ email: newEmail() }], '', token), 'NOT_AUTHORIZED');
      expectFailure(await app.admin('DELETE', '/import/x', undefined, token), 'NOT_AUTHORIZED');
    }
    expect(await countUsers(app)).toBe(before);
  });

  it('the response and the log of an import have neither an email nor a password', async () => {
    const email = newEmail();
    const secret = 'hunter2hunter2hunter2';
    const lines = [
      { email, password: secret, metadata: '{' },
      { email: `${email}@`, password: secret },
      { email, password: email },
      `{"email":"${email}","password":"${secret}"`,
      { email, password_hash: secret },
    ];
    const answer = await importLines(app, lines);
    expect(answer.json.failed).toBe(5);
    for (const text of [answer.text, app.service.log]) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(secret);
    }
  });
});

describe('a batch of an import', () => {
  const removeBatch = (id: string) => app.admin('DELETE', `/import/${id}`);

  it.each(['x', '0', '019391a0-0000-7000-8000-000000000000', '%00', "' OR 1=1 --", '%25'])(
    'the removal of the batch %s fails with BATCH_NOT_FOUND',
    async (id) => {
      expectFailure(await removeBatch(encodeURIComponent(id)), 'BATCH_NOT_FOUND');
    },
  );
});
