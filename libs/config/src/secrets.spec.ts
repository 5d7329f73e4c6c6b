import { Env } from './env.js';
import { deriveKey, deriveKeys, SecretBox } from './secrets.js';

const OLD = 'the secret of last year, long enough';
const NEW = 'the secret of this year, long enough';

const envWith = (secret: string, previous?: string) =>
  new Env({ NODE_ENV: 'test', AUTH_SECRET: secret, AUTH_SECRET_PREVIOUS: previous });
const boxOf = (secret: string, previous?: string) => new SecretBox(envWith(secret, previous), 'emails');

describe('SecretBox', () => {
  it.each(['', 'an email', 'пароль 🔑', 'x'.repeat(100_000)])('opens its own sealed texts', (text) => {
    const box = boxOf(NEW);
    expect(box.open(box.seal(text, 'row 1'), 'row 1')).toEqual({ text, stale: false });
  });

  it('seals the same text differently each time, without any part of it', () => {
    const box = boxOf(NEW);
    const sealed = [box.seal('an email', 'row 1'), box.seal('an email', 'row 1')];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const text of sealed) expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('email');
  });

  it('does not open a text under another label', () => {
    const box = boxOf(NEW);
    expect(box.open(box.seal('an email', 'row 1'), 'row 2')).toBeUndefined();
  });

  it('does not open a text that was sealed with another secret or for another purpose', () => {
    const sealed = boxOf(OLD).seal('an email', 'row 1');
    expect(boxOf(NEW).open(sealed, 'row 1')).toBeUndefined();
    expect(new SecretBox(envWith(OLD), 'keys').open(sealed, 'row 1')).toBeUndefined();
  });

  it('opens a text that was sealed with the previous secret, as a stale one', () => {
    const sealed = boxOf(OLD).seal('an email', 'row 1');
    expect(boxOf(NEW, OLD).open(sealed, 'row 1')).toEqual({ text: 'an email', stale: true });
  });

  it('seals with the current secret while the previous one is still known', () => {
    const sealed = boxOf(NEW, OLD).seal('an email', 'row 1');
    expect(boxOf(NEW).open(sealed, 'row 1')).toEqual({ text: 'an email', stale: false });
  });

  it('does not open a text with a changed byte', () => {
    const box = boxOf(NEW);
    const bytes = Buffer.from(box.seal('an email', 'row 1'), 'base64');
    for (let at = 0; at < bytes.length; at++) {
      const tampered = Buffer.from(bytes);
      tampered[at] = (tampered[at] ?? 0) ^ 1;
      expect(box.open(tampered.toString('base64'), 'row 1')).toBeUndefined();
    }
  });

  it('does not open a text that was cut short', () => {
    const box = boxOf(NEW);
    const bytes = Buffer.from(box.seal('an email', 'row 1'), 'base64');
    for (let length = 0; length < bytes.length; length++) {
      expect(box.open(bytes.subarray(0, length).toString('base64'), 'row 1')).toBeUndefined();
    }
  });
});

describe('deriveKeys', () => {
  it('derives a different but constant key for each purpose and each secret', () => {
    const key = deriveKey(NEW, 'one');
    expect(deriveKey(NEW, 'one').equals(key)).toBe(true);
    expect(deriveKey(NEW, 'two').equals(key)).toBe(false);
    expect(deriveKey(OLD, 'one').equals(key)).toBe(false);
    expect(key.symmetricKeySize).toBe(32);
  });

  it('returns the key of the current secret before that of the previous one', () => {
    const [current, previous] = deriveKeys(envWith(NEW, OLD), 'one');
    expect(current.equals(deriveKey(NEW, 'one'))).toBe(true);
    expect(previous?.equals(deriveKey(OLD, 'one'))).toBe(true);
    expect(deriveKeys(envWith(NEW), 'one')).toHaveLength(1);
  });
});
