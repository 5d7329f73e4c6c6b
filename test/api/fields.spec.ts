import { expectFailure } from '../support/http/expect.js';
import { newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

type Body = Record<string, unknown>;

interface Endpoint {
  method: string;
  path: string;
  /** A valid body. */
  body: () => Body;
  /** The error code of each field, and its type. */
  fields: Record<string, { code: string; type: 'string' | 'boolean'; required?: true }>;
}

const required = (code: string) => ({ code, type: 'string', required: true }) as const;
const optional = (code: string) => ({ code, type: 'string' }) as const;
const flag = { code: 'INVALID_REQUEST', type: 'boolean' } as const;

const ENDPOINTS: Endpoint[] = [
  {
    method: 'POST',
    path: '/api/auth/user/create',
    body: () => ({ email: newEmail(), password: PASSWORD }),
    fields: {
      email: required('INVALID_EMAIL'),
      password: required('WEAK_PASSWORD'),
      login: flag,
      email_verified: flag,
      metadata: optional('INVALID_METADATA'),
    },
  },
  ...['/api/auth/user/login', '/api/auth/login'].map((path) => ({
    method: 'POST',
    path,
    body: () => ({ email: user.email, password: PASSWORD }),
    fields: { email: required('INVALID_CREDENTIALS'), password: required('INVALID_CREDENTIALS') },
  })),
  {
    method: 'POST',
    path: '/api/auth/user/refresh',
    body: () => ({ refresh_token: user.refresh_token }),
    fields: { refresh_token: required('INVALID_REFRESH_TOKEN') },
  },
  {
    method: 'POST',
    path: '/api/auth/user/logout',
    body: () => ({}),
    fields: { refresh_token: optional('INVALID_REFRESH_TOKEN') },
  },
  {
    method: 'PUT',
    path: '/api/auth/user',
    body: () => ({}),
    fields: { email: optional('INVALID_EMAIL'), metadata: optional('INVALID_METADATA') },
  },
  {
    method: 'PATCH',
    path: '/api/auth/user/change-password',
    body: () => ({ old_password: PASSWORD, new_password: PASSWORD }),
    fields: { old_password: required('INVALID_PASSWORD'), new_password: required('WEAK_PASSWORD') },
  },
];

const app = useApp();
let user: SignedUp;
beforeEach(async () => {
  user = await app.signUp();
});

const call = ({ method, path }: Endpoint, body: Body) => app.service.call(method, path, { body, token: user.token });
const DEEP = 30_000;

const WRONG: [string, unknown][] = [
  ['null', null],
  ['zero', 0],
  ['a number', 12_345_678],
  ['an array', []],
  ['an array of one valid value', 'same'],
  ['an object', {}],
  ['an object with a length', { length: 10, value: 'x', toString: 'x' }],
];

describe.each(ENDPOINTS)('$method $path', (endpoint) => {
  it('accepts the valid body of this test', async () => {
    expect((await call(endpoint, endpoint.body())).status).toBe(200);
  });

  it('ignores unknown fields with any content', async () => {
    const unknown = {
      x: null,
      id: 1,
      uid: [],
      role: { admin: true },
      constructor: 1,
      toString: null,
      hasOwnProperty: 0,
    };
    expect((await call(endpoint, { ...unknown, ...endpoint.body() })).status).toBe(200);
  });

  describe.each(Object.entries(endpoint.fields))('%s', (name, { code, type, required }) => {
    const expectCode = async (body: Body) => {
      const answer = await call(endpoint, body);
      expectFailure(answer, code);
      if (code === 'INVALID_REQUEST') expect(answer.json.message).toContain(name);
      expect((await app.refresh(user.refresh_token)).status).toBe(200);
    };

    it.each([
      ...WRONG,
      ...(type === 'string' ? [true, false] : ['true', 'false', '', '1']).map((value): [string, unknown] => [
        JSON.stringify(value),
        value,
      ]),
    ])(`refuses %s with ${code}`, async (_title, value) => {
      const body = endpoint.body();
      const wrong = value === 'same' ? [body[name] ?? (type === 'string' ? '{}' : true)] : value;
      await expectCode({ ...body, [name]: wrong });
    });

    if (required) {
      it(`refuses a missing value with ${code}`, async () => {
        const { [name]: _left, ...rest } = endpoint.body();
        await expectCode(rest);
      });
    }

    it(`refuses ${DEEP} levels of nesting with ${code}`, async () => {
      const body = JSON.stringify({ ...endpoint.body(), [name]: 'HERE' });
      const answer = await app.service.call(endpoint.method, endpoint.path, {
        raw: body.replace('"HERE"', '['.repeat(DEEP) + ']'.repeat(DEEP)),
        token: user.token,
        headers: { 'content-type': 'application/json' },
      });
      expectFailure(answer, code);
    });
  });
});
