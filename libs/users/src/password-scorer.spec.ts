import { setImmediate as turn } from 'node:timers/promises';
import { PasswordScorer, SIGN_UPS } from './password-policy.js';

it('PasswordScorer scores the password of a user before those of sign-ups that wait longer', async () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const pool = {
    run: ({ password }: { password: string }) => {
      begun.push(password);
      return new Promise((done) => ends.push(() => done({ accepted: true, advice: '' })));
    },
  };
  const scorer = new PasswordScorer();
  Object.assign(scorer, { pool });
  const score = (account: string, password: string) => scorer.score(account, { password, guessable: [], minScore: 1 });
  const all = ['one', 'two', 'three'].map((password) => score(SIGN_UPS, password));
  all.push(score('ada@example.com', 'of a user'));
  for (let count = 0; count < 4; count++) {
    await turn();
    ends[count]?.();
  }
  await Promise.all(all);
  expect(begun).toEqual(['one', 'of a user', 'two', 'three']);
});
