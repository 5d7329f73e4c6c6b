import { RefusalTime } from './refusal-time.js';

describe('RefusalTime', () => {
  it('is a quarter longer than the measured time of as many steps', () => {
    const time = new RefusalTime();
    time.measured(1_000, 50);
    expect(time.of(1_000)).toBeCloseTo(62.5);
    expect(time.of(32_000)).toBeCloseTo(2_000);
  });

  it('is zero before the first measurement', () => {
    expect(new RefusalTime().of(32_000)).toBe(0);
  });

  it('follows a machine that becomes slower', () => {
    const time = new RefusalTime();
    for (let job = 0; job < 100; job++) time.measured(1_000, 50);
    for (let job = 0; job < 50; job++) time.measured(1_000, 150);
    expect(time.of(1_000)).toBeGreaterThan(180);
  });

  it('weighs a long measurement more than a short one', () => {
    const time = new RefusalTime();
    time.measured(16, 20);
    time.measured(8_192, 410);
    expect(time.of(8_192)).toBeLessThan(600);
  });

  it('waits for the rest of the time only', async () => {
    const time = new RefusalTime();
    time.measured(1_000, 80);
    const begun = performance.now();
    await time.waitOut(1_000, 100);
    expect(performance.now() - begun).toBeLessThan(40);
    await time.waitOut(1_000, 50);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(49);
  });
});
