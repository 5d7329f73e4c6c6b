import { RefusalTime } from './refusal-time.js';

describe('RefusalTime', () => {
  it('is 25% longer than the measured time of the same number of steps', () => {
    const time = new RefusalTime();
    time.addMeasurement(1_000, 50);
    expect(time.durationOf(1_000)).toBeCloseTo(62.5);
    expect(time.durationOf(32_000)).toBeCloseTo(2_000);
  });

  it('is zero before the first measurement', () => {
    expect(new RefusalTime().durationOf(32_000)).toBe(0);
  });

  it('grows when the machine becomes slower', () => {
    const time = new RefusalTime();
    for (let job = 0; job < 100; job++) time.addMeasurement(1_000, 50);
    for (let job = 0; job < 50; job++) time.addMeasurement(1_000, 150);
    expect(time.durationOf(1_000)).toBeGreaterThan(180);
  });

  it('gives a long measurement more weight than a short one', () => {
    const time = new RefusalTime();
    time.addMeasurement(16, 20);
    time.addMeasurement(8_192, 410);
    expect(time.durationOf(8_192)).toBeLessThan(600);
  });

  it('waits only for the rest of the time', async () => {
    const time = new RefusalTime();
    time.addMeasurement(1_000, 80);
    const begun = performance.now();
    await time.waitForRest(1_000, 100);
    expect(performance.now() - begun).toBeLessThan(40);
    await time.waitForRest(1_000, 50);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(49);
  });
});
