import { RefusalTime } from './password-hasher.js';

/** 1,024 steps. */
const BCRYPT = { kind: 'bcrypt', cost: 10 } as const;
/** 1,000 steps at most. */
const ARGON2ID = { kind: 'argon2id', memory: 10_000, passes: 2 } as const;

const bcrypt = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'a'.repeat(53)}`;
const argon2id = (memory: number) => {
  const [salt, digest] = [16, 32].map((bytes) => Buffer.alloc(bytes).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memory},t=2,p=1$${salt}$${digest}`;
};
const none = { all: 0, bcrypt: 0 };
const only = (steps: number) => ({ all: steps, bcrypt: steps });

describe('RefusalTime with bcrypt', () => {
  const measured = (...milliseconds: number[]) => {
    const time = new RefusalTime(BCRYPT);
    for (const each of milliseconds) time.addHash(each);
    return time;
  };

  it('is 25% longer than the measured time of the same number of steps', () => {
    expect(measured(50).durationOf(only(1_024))).toBeCloseTo(62.5);
    expect(measured(50).durationOf(only(32_768))).toBeCloseTo(2_000);
    expect(measured(50).durationOf(none)).toBeCloseTo(62.5);
  });

  it('is that of a slow machine before the first measurement', () => {
    expect(new RefusalTime(BCRYPT).durationOf(only(1_024))).toBeCloseTo(75);
  });

  it('grows when the machine becomes slower', () => {
    const time = measured(...Array(100).fill(50), ...Array(50).fill(150));
    expect(time.durationOf(only(1_024))).toBeGreaterThan(180);
  });

  it('gives a long measurement more weight than a short one', () => {
    const time = new RefusalTime({ kind: 'bcrypt', cost: 4 });
    time.addHash(20);
    time.addComparison({ hash: bcrypt(13), right: false, milliseconds: 410 });
    expect(time.durationOf(only(8_192))).toBeLessThan(600);
  });

  it('measures wrong passwords of bcrypt only: the other comparisons take less than a new hash', () => {
    const time = measured(50);
    time.addComparison({ hash: bcrypt(4), right: true, milliseconds: 1 });
    time.addComparison({ hash: argon2id(10_000), right: false, milliseconds: 1 });
    expect(time.durationOf(none)).toBeCloseTo(62.5);
  });

  it('waits only for the rest of the time', async () => {
    const time = measured(80);
    const begun = performance.now();
    await time.waitForRest(none, 101);
    expect(performance.now() - begun).toBeLessThan(40);
    await time.waitForRest(none, 50);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(49);
  });

  it('waits for the time of all texts that are compared', async () => {
    const time = measured(40);
    const begun = performance.now();
    await time.waitForRest(none, 50, 3);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(99);
  });
});

describe('RefusalTime with argon2id', () => {
  const measured = () => {
    const time = new RefusalTime(ARGON2ID);
    time.addHash(20);
    return time;
  };

  it('is 25% longer than a new hash while no hash is more expensive', () => {
    expect(measured().durationOf({ all: 1_000, bcrypt: 0 })).toBeCloseTo(25);
    expect(measured().durationOf({ all: 1_000, bcrypt: 16 })).toBeCloseTo(25);
  });

  it('counts bcrypt hashes with their own speed, although they have fewer steps', () => {
    const time = measured();
    time.addComparison({ hash: bcrypt(9), right: true, milliseconds: 64 });
    expect(time.durationOf({ all: 1_000, bcrypt: 512 })).toBeCloseTo(80);
    expect(time.durationOf({ all: 1_000, bcrypt: 0 })).toBeCloseTo(25);
  });

  it('is that of a slow machine for bcrypt hashes before the first of them is measured', () => {
    expect(measured().durationOf({ all: 1_000, bcrypt: 512 })).toBeCloseTo(37.5);
  });

  it('takes the steps of a more expensive argon2id hash as steps of bcrypt', () => {
    const time = measured();
    time.addComparison({ hash: bcrypt(4), right: true, milliseconds: 1.6 });
    time.addComparison({ hash: argon2id(20_000), right: false, milliseconds: 30 });
    expect(time.durationOf({ all: 2_000, bcrypt: 16 })).toBeCloseTo(250);
  });

  it('measures each comparison with the cost of new hashes, and without a hash', () => {
    const time = new RefusalTime(ARGON2ID);
    time.addComparison({ hash: argon2id(10_000), right: true, milliseconds: 20 });
    expect(time.durationOf({ all: 1_000, bcrypt: 0 })).toBeCloseTo(25);
    time.addComparison({ hash: null, right: false, milliseconds: 40 });
    expect(time.durationOf({ all: 1_000, bcrypt: 0 })).toBeGreaterThan(35);
  });
});
