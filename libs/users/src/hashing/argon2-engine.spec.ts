import { type Argon2Engine, type HashForm, hasForm, loadArgon2, needsRehash } from './own-hashes.js';

const engines = { native: loadArgon2('native'), wasm: loadArgon2('wasm') };
const CHEAP = { memory: 64, passes: 2 };

/**
 * From the tests of the reference implementation (phc-winner-argon2, src/test.c, version 0x13). The vectors of RFC 9106 have
 * associated data, which neither engine takes.
 */
const VECTORS = [
  ['password', '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'],
  ['password', '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'],
  ['password', '$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHQ$9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg'],
] as const;

const PASSWORDS = {
  plain: 'correct horse battery staple',
  'many scripts': 'пароль ÜñÍ 密码 🔑',
  'more than 72 bytes': 'x'.repeat(256),
  'a NUL': 'before\0after',
};

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64').replaceAll('=', '');

/** False also when the engine cannot read the hash. */
async function verify(engine: Argon2Engine, password: string, hash: string): Promise<boolean> {
  return engine.verify(password, hash);
}

describe.each(['native', 'wasm'] as const)('the %s argon2id engine', (name) => {
  const engine = engines[name];
  const other = engines[name === 'native' ? 'wasm' : 'native'];

  it('is the engine of the given name', () => {
    expect(engine.name).toBe(name);
  });

  it.each(VECTORS)('verifies the published test vector: the password %s and the hash %s', async (password, hash) => {
    expect(await verify(engine, password, hash)).toBe(true);
    expect(await verify(engine, `${password}x`, hash)).toBe(false);
  });

  it.each(Object.entries(PASSWORDS))(
    'writes a hash that both engines verify, of a password of the kind: %s',
    async (_kind, password) => {
      const hash = await engine.hash(password, CHEAP);
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      for (const reader of [engine, other]) {
        expect(await verify(reader, password, hash)).toBe(true);
        expect(await verify(reader, `${password}!`, hash)).toBe(false);
        expect(await verify(reader, password.slice(0, -1), hash)).toBe(false);
      }
    },
  );

  it.each([8, 48, 49, 64])('reads a salt of %i bytes', async (bytes) => {
    const hash = `$argon2id$v=19$m=64,t=1,p=1$${base64(bytes)}$${base64(32)}`;
    expect(await verify(engine, 'password', hash)).toBe(false);
  });

  it('uses a new salt for each hash', async () => {
    expect(await engine.hash('same', CHEAP)).not.toBe(await engine.hash('same', CHEAP));
  });
});

it('loadArgon2("auto") loads the native engine when it is installed', () => {
  expect(loadArgon2('auto').name).toBe('native');
});

describe('the form of a hash', () => {
  const argon2id: HashForm = { kind: 'argon2id', memory: 64, passes: 2 };
  const bcrypt: HashForm = { kind: 'bcrypt', cost: 10 };
  const bcryptHash = `$2b$10$${'a'.repeat(53)}`;
  const argon2Hash = (parameters: string) => `$argon2id$v=19$${parameters}$${base64(16)}$${base64(32)}`;

  it.each<[string, HashForm, boolean]>([
    [argon2Hash('m=64,t=2,p=1'), argon2id, true],
    [argon2Hash('m=65,t=2,p=1'), argon2id, false],
    [argon2Hash('m=64,t=1,p=1'), argon2id, false],
    [argon2Hash('m=64,t=2,p=2'), argon2id, false],
    [bcryptHash, argon2id, false],
    [bcryptHash, bcrypt, true],
    [bcryptHash, { kind: 'bcrypt', cost: 11 }, false],
    [argon2Hash('m=64,t=2,p=1'), bcrypt, false],
  ])('%s has the form %j: %s', (hash, form, same) => {
    expect(hasForm(hash, form)).toBe(same);
    expect(needsRehash(hash, 'password', form)).toBe(!same);
  });

  it('differs for a long password only with bcrypt, while the hash has no prefix', () => {
    const long = 'x'.repeat(73);
    expect(needsRehash(bcryptHash, long, bcrypt)).toBe(true);
    expect(needsRehash(`hmac-sha256:${bcryptHash}`, long, bcrypt)).toBe(false);
    expect(needsRehash(argon2Hash('m=64,t=2,p=1'), long, argon2id)).toBe(false);
  });
});
