import { ACCOUNTS, type Case, DOORS, FACTORS, reasonOf } from '../../test/cases.js';
import { DISTURBANCES, walk } from '../../test/walk.js';

// Its computation takes most of the time of this test.
jest.mock('uqr', () => ({ encode: () => ({ size: 1, data: [[true]] }) }));

const CASES: Case[] = DOORS.flatMap((door) =>
  FACTORS.flatMap((factor) => ACCOUNTS.map((account) => ({ door, factor, account }))),
);
/** Whether all of them are disturbed, or only those that need all their steps. */
const ALL = process.env.LONG === '1';
const REAL = CASES.filter((given) => !reasonOf(given));
const nameOf = ({ door, factor, account }: Case) => `${door}, ${factor}, ${account}`;

/** The whole table, with what means nothing and why. */
function print(ends: Map<Case, string>): void {
  const rows = CASES.map(
    (given) => `| ${Object.values(given).join(' | ')} | ${ends.get(given) ?? `means nothing: ${reasonOf(given)}`} |`,
  );
  process.stdout.write(`\n${rows.join('\n')}\n`);
}

it('every combination of a way to sign in, a factor and an account comes to its end', async () => {
  const wrong = [];
  const ends = new Map<Case, string>();
  for (const given of REAL) {
    const { states, message } = await walk(given);
    ends.set(given, [...states, message].filter(Boolean).join(' → '));
    const expected = given.account === 'disabled' ? 'USER_DISABLED' : undefined;
    if (message !== expected) wrong.push([nameOf(given), states, message]);
  }
  if (process.env.TABLE) print(ends);
  expect(wrong).toEqual([]);
  expect([CASES.length, REAL.length]).toEqual([125, 92]);
});

it.each(DISTURBANCES.slice(1))(
  'every combination comes to its end after this at each of its steps: %s',
  async (what) => {
    const wrong = [];
    let count = 0;
    for (const given of REAL.filter(({ account }) => ALL || account === 'new' || account === 'known')) {
      const { states: undisturbed } = await walk(given);
      const expected = given.account === 'disabled' ? 'USER_DISABLED' : undefined;
      for (const at of undisturbed.keys()) {
        count += 1;
        const { states, message } = await walk(given, what, at);
        if (message !== expected) wrong.push([nameOf(given), at, states, message]);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  },
);
