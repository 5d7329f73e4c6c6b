import { hashPassword, loadBcrypt, verifyPassword } from './own-hashes.js';

const engines = { native: loadBcrypt('native'), js: loadBcrypt('js') };

/** The test vectors of crypt_blowfish. */
const VECTORS = [
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
] as const;

const PASSWORDS = {
  plain: 'correct horse battery staple',
  'many scripts': 'пароль ÜñÍ 密码 🔑',
  '72 bytes': 'x'.repeat(72),
  long: 'x'.repeat(256),
  'with a NUL': 'before\0after',
};

describe.each(['native', 'js'] as const)('the %s bcrypt engine', (name) => {
  const engine = engines[name];
  const other = engines[name === 'native' ? 'js' : 'native'];

  it('is the engine of the given name', () => {
    expect(engine.name).toBe(name);
  });

  it.each(VECTORS)('verifies the published test vector: the password %s and the hash %s', (password, hash) => {
    expect(engine.verify(password, hash)).toBe(true);
    expect(engine.verify(`${password}x`, hash)).toBe(false);
  });

  it.each(Object.entries(PASSWORDS))(
    'writes a hash that both engines verify, of a password of the kind: %s',
    (_kind, password) => {
      const hash = hashPassword(engine, password, 4);
      expect(hash).toMatch(/^(hmac-sha256:)?\$2b\$04\$[./A-Za-z0-9]{53}$/);
      for (const reader of [engine, other]) {
        expect(verifyPassword(reader, password, hash)).toBe(true);
        expect(verifyPassword(reader, `${password}!`, hash)).toBe(false);
        expect(verifyPassword(reader, password.slice(0, -1), hash)).toBe(false);
      }
    },
  );

  it('verifies a hash whose unused last bits are set', () => {
    expect(engine.verify('U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC/E5YPO9kmyuRGyh0XouQYb4YMJKvyOeX')).toBe(true);
    expect(engine.verify('U*V', '$2a$05$CCCCCCCCCCCCCCCCCCCCC/E5YPO9kmyuRGyh0XouQYb4YMJKvyOeX')).toBe(false);
  });

  it.each(['$2a$', '$2b$', '$2y$'])(
    'verifies a password with non-ASCII bytes against a hash with the prefix %s',
    (prefix) => {
      for (const password of ['\u00ff\u00ffa\u00a3', 'пароль ÜñÍ 密码 🔑', 'x'.repeat(72)]) {
        const hash = prefix + other.hash(password, 4).slice(4);
        expect(engine.verify(password, hash)).toBe(true);
        expect(engine.verify(`é${password.slice(1)}`, hash)).toBe(false);
      }
    },
  );

  it('uses a new salt for each hash', () => {
    expect(engine.hash('same', 4)).not.toBe(engine.hash('same', 4));
  });
});

it('loadBcrypt("auto") loads the native engine when it is installed', () => {
  expect(loadBcrypt('auto').name).toBe('native');
});
