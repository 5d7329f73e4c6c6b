import { expectFailure, expectNothing } from '../support/http/expect.js';
import { App, newEmail, PASSWORD, type SignedUp, useApp } from '../support/service/app.js';

const KIB_16 = 16 * 1024;

const app = useApp();
let user: SignedUp;
beforeAll(async () => {
  user = await app.signUp({ metadata: '"as it was"' });
});

const create = (body: Record<string, unknown>) =>
  app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD, ...body });
const update = (body: Record<string, unknown>) => app.put('/api/auth/user', body, { token: user.token });
const record = async (token: string) => (await app.get('/api/auth/user', { token })).json;

/** A valid address of this length; a label of a domain has at most 63 characters. */
function emailOfLength(length: number): string {
  const local = newEmail().split('@')[0] as string;
  const labels = `${'a'.repeat(60)}.`.repeat(3);
  return `${local}@${labels}${'b'.repeat(length - local.length - 1 - labels.length - 4)}.com`;
}

describe('an email', () => {
  it.each([
    ['spaces around it', (email: string) => ` \t${email}\r\n `],
    ['upper case', (email: string) => email.toUpperCase()],
  ])('is trimmed and stored in lower case: %s', async (_title, write) => {
    const email = newEmail();
    expect((await create({ email: write(email) })).status).toBe(200);
    const { token } = (await app.login(write(email), PASSWORD)).json;
    expect(await record(token)).toMatchObject({ email });
  });

  it('can have at most 254 characters', async () => {
    const [longest, tooLong] = [emailOfLength(254), emailOfLength(255)];
    expect([longest.length, tooLong.length]).toEqual([254, 255]);
    expect((await create({ email: `  ${longest}  ` })).status).toBe(200);
    expect((await app.login(longest, PASSWORD)).status).toBe(200);
    expectFailure(await create({ email: tooLong }), 'INVALID_EMAIL');
    expectFailure(await update({ email: tooLong }), 'INVALID_EMAIL');
  });

  it.each(['a.b+tag@example.com', "o'brien@example.com", 'x_y-z@sub.domain.example', '1@2.example'])(
    'is accepted in the form %s',
    async (email) => {
      expect((await create({ email: `${process.pid}${email}` })).status).toBe(200);
    },
  );

  it.each([
    ['an empty text', ''],
    ['only spaces', '   '],
    ['no @', 'user.example.com'],
    ['two @', 'a@b@example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'user@'],
    ['a space inside', 'us er@example.com'],
    ['a space in the domain', 'user@exam ple.com'],
    ['a line break inside', 'user@example.com\nbcc: a@example.com'],
    ['a NUL', 'user\0@example.com'],
    ['two dots', 'user..name@example.com'],
    ['a dot at the start', '.user@example.com'],
    ['a comma', 'user,name@example.com'],
    ['two addresses', 'a@example.com,b@example.com'],
    ['a display name', 'User <user@example.com>'],
    ['a quoted local part', '"user"@example.com'],
    ['a quoted space', '"us er"@example.com'],
    ['a hyphen at the start of the domain', 'user@-example.com'],
    ['the Kelvin sign', '\u212Aelvin@example.com'],
    ['the Kelvin sign in the domain', 'user@\u212Aelvin.com'],
    ['a long s', 'u\u017Fer@example.com'],
    ['a dotless i', 'm\u0131ke@example.com'],
    ['a dotted I', 'm\u0130ke@example.com'],
    ['an umlaut', 'us\u00FCr@example.com'],
    ['an umlaut in the domain', 'user@b\u00FCcher.example'],
    ['fullwidth letters', '\uFF55ser@example.com'],
    ['a Cyrillic letter', 'us\u0435r@example.com'],
    ['an invisible character', 'us\u200Ber@example.com'],
    ['an emoji', '\u{1F600}@example.com'],
    ['a lone surrogate', '\uD800@example.com'],
  ])('is refused with %s', async (_title, email) => {
    expectFailure(await create({ email }), 'INVALID_EMAIL');
    expectFailure(await update({ email }), 'INVALID_EMAIL');
    expect(await record(user.token)).toMatchObject({ email: user.email });
  });
});

describe('the metadata', () => {
  /** A JSON text of exactly this many bytes. */
  const sized = (bytes: number, filler: string) => {
    const count = Math.floor((bytes - 2) / Buffer.byteLength(filler));
    const text = `"${filler.repeat(count)}"`;
    return text + ' '.repeat(bytes - Buffer.byteLength(text));
  };

  it.each([
    ['an object', '{"plan":"pro"}'],
    ['keys in any order', '{"b":1,"a":2,"10":3,"9":4}'],
    ['a key that occurs twice', '{"a":1,"a":2}'],
    ['whitespace', ' \n\t{ "a" : [ 1 , 2 ] }\r\n '],
    ['numbers as written', '{"n":1.0,"big":12345678901234567890,"e":1E+2}'],
    ['emoji', '{"\u{1F600}":"\u{1F469}\u200D\u{1F680}"}'],
    ['composed and decomposed letters', '["\u00E9","e\u0301"]'],
    ['escapes as written', '"\\u0041\\n\\/\\ud83d\\ude00\\u0000"'],
    ['an array', '[]'],
    ['a string', '"text"'],
    ['an empty string', '""'],
    ['a number', '0'],
    ['true', 'true'],
    ['null', 'null'],
    ['keys such as __proto__', '{"__proto__":{"admin":true},"constructor":1}'],
    ['8,000 levels of nesting', '['.repeat(8_000) + ']'.repeat(8_000)],
    ['16 KiB', sized(KIB_16, 'x')],
    ['16 KiB of emoji', sized(KIB_16, '\u{1F600}')],
  ])('is stored byte for byte: %s', async (_title, metadata) => {
    const email = newEmail();
    const created = await create({ email, metadata, login: true });
    expect(created.json.metadata).toBe(metadata);
    expect((await record(created.json.token)).metadata).toBe(metadata);
    expect((await app.login(email, PASSWORD)).json.metadata).toBe(metadata);
    const other = await app.signUp();
    expectNothing(await app.put('/api/auth/user', { metadata }, { token: other.token }));
    expect((await record(other.token)).metadata).toBe(metadata);
  });

  it.each([
    ['an empty text', ''],
    ['only spaces', ' '],
    ['plain words', 'hello'],
    ['half an object', '{"a":1'],
    ['two values', '{} {}'],
    ['a trailing comma', '[1,]'],
    ['single quotes', "{'a':1}"],
    ['undefined', 'undefined'],
    ['NaN', 'NaN'],
    ['a comment', '{} // a'],
    ['a byte order mark', '\uFEFF{}'],
    ['a lone surrogate', '"\uD800"'],
    ['two surrogates in the wrong order', '"\uDE00\uD83D"'],
    ['one byte more than 16 KiB', sized(KIB_16 + 1, 'x')],
    ['one byte more than 16 KiB in fewer characters', sized(KIB_16 + 1, '\u{1F600}')],
    ['an object instead of its JSON text', { plan: 'pro' }],
    ['null', null],
  ])('is refused: %s', async (_title, metadata) => {
    const email = newEmail();
    expectFailure(await create({ email, metadata }), 'INVALID_METADATA');
    expectFailure(await app.login(email, PASSWORD), 'INVALID_CREDENTIALS');
    expectFailure(await update({ metadata }), 'INVALID_METADATA');
    expect((await record(user.token)).metadata).toBe('"as it was"');
  });
});

describe('with SIGNUP_EMAIL_VERIFIED=ignore', () => {
  let strict: App;
  beforeAll(async () => {
    strict = await App.start({ SIGNUP_EMAIL_VERIFIED: 'ignore' });
  });
  afterAll(() => strict.stop());

  it('every new account starts with an unverified email', async () => {
    const { token, email } = await strict.signUp({ email_verified: true });
    expect((await strict.get('/api/auth/user', { token })).json.email_verified).toBe(false);
    expect((await strict.login(email, PASSWORD)).json.email_verified).toBe(false);
  });

  it('email_verified must still be true or false', async () => {
    const body = { email: newEmail(), password: PASSWORD, email_verified: 'yes' };
    expectFailure(await strict.post('/api/auth/user/create', body), 'INVALID_REQUEST');
  });
});
