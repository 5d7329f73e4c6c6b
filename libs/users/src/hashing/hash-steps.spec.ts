import { COMPARED_STEPS, hashSteps, withHashSteps } from './read-hash.js';

const SALT = 'c2FsdHNhbHRzYWx0c2FsdA';
const DIGEST = 'aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const bcrypt = (prefix: string, tail = 'a'.repeat(53)) => prefix + tail;
const argon2 = (parameters: string, salt = SALT, digest = DIGEST) => `$argon2id$v=19$${parameters}$${salt}$${digest}`;

describe('hashSteps', () => {
  it.each([
    [`$2b$12$${'a'.repeat(53)}`, 4_096],
    [`hmac-sha256:$2b$12$${'a'.repeat(53)}`, 4_096],
    [argon2('m=19456,t=2,p=1'), 1_946],
    [argon2('m=65536,t=3,p=4'), 9_831],
    [argon2('m=131072,t=4,p=1'), 26_215],
    [argon2('m=8,t=1,p=1'), 16],
    [argon2('m=1048576,t=10,p=1'), 524_288],
    [argon2('m=9999999,t=9,p=1'), undefined],
    // A bound of the steps is rounded up, so that it is one of those that a query looks for.
    ['$pbkdf2-sha256$600000$c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2g', 12_288],
    ['$pbkdf2-sha256$1000$c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2g', 24],
    ['$scrypt$ln=14,r=8,p=1$c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2g', 2_048],
    ['$P$Babcdefghabcdefghijklmnopqrstuv', 2_048],
    [`wrapped:md5:::${`$2b$12$${'a'.repeat(53)}`}`, 4_096],
    [`$wp$2y$12$${'a'.repeat(53)}`, 4_096],
    ['{MD5}X03MO1qnZdYdgyfeuILPmQ==', undefined],
    ['plain', undefined],
  ])('returns for %s the steps %s', (hash, steps) => {
    expect(hashSteps(hash)).toBe(steps);
  });
});

describe('withHashSteps', () => {
  it('adds the steps of a hash, null when there is no usable hash, and nothing when the values have no hash', () => {
    const passwordHash = bcrypt('$2b$05$');
    const user: { passwordHash: string; active: boolean } = { passwordHash, active: true };
    expect(withHashSteps(user)).toEqual({ passwordHash, active: true, hashSteps: 32 });
    expect(withHashSteps({ passwordHash: null })).toEqual({ passwordHash: null, hashSteps: null });
    expect(withHashSteps({ passwordHash: 'nonsense' })).toEqual({ passwordHash: 'nonsense', hashSteps: null });
    const changes: { passwordHash?: string; active: boolean } = { active: true };
    expect(withHashSteps(changes)).toEqual({ active: true });
  });
});

it('the steps that a query looks for are those of bcrypt, and one between each two', () => {
  expect(COMPARED_STEPS.slice(0, 5)).toEqual([16, 24, 32, 48, 64]);
  expect(COMPARED_STEPS.slice(-3)).toEqual([16_384, 24_576, 32_768]);
});
