import { setImmediate as turn } from 'node:timers/promises';
import { PasswordScorer, SIGN_UPS } from './password-scorer.js';

it('weighs the password of a user before those of sign-ups that wait longer', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const thread = {
    run: ({ password }: { password: string }) => {
      begun.push(password);
      return new Promise((done) => ends.push(() => done({ enough: true, advice: '' })));
    },
  };
  const scorer = new PasswordScorer();
  Object.assign(scorer, { thread });
  const weigh = (line: string, password: string) => scorer.weigh(line, { password, guessable: [], wanted: 1 });
  const all = ['one', 'two', 'three'].map((password) => weigh(SIGN_UPS, password));
  all.push(weigh('ada@example.com', 'of a user'));
  for (let count = 0; count < 4; count++) {
    await turn();
    ends[count]?.();
  }
  await Promise.all(all);
  expect(begun).toEqual(['one', 'of a user', 'two', 'three']);
});
