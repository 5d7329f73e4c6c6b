import { Revocations } from './revocations.js';

/** What is revoked, with a clock that a test can set. */
function remembering() {
  const clock = { now: 1_000 };
  return { clock, revocations: new Revocations(() => clock.now) };
}

const token = { sid: 's', sub: 'u', iat: 900 };

it('nothing is revoked at first', () => {
  expect(remembering().revocations.include(token)).toBe(false);
});

it('a session is revoked with all its tokens, and no other session is', () => {
  const { revocations } = remembering();
  revocations.add({ sessions: ['s'], users: {} });
  expect(revocations.include({ ...token, iat: 2_000 })).toBe(true);
  expect(revocations.include({ ...token, sid: 'other' })).toBe(false);
});

it.each([
  [899, true],
  [900, true],
  [901, false],
])('with all tokens of a user until 900, one of %d is revoked: %s', (iat, revoked) => {
  const { revocations } = remembering();
  revocations.add({ sessions: [], users: { u: 900 } });
  expect(revocations.include({ ...token, iat })).toBe(revoked);
  expect(revocations.include({ ...token, sub: 'other', iat })).toBe(false);
});

it('of several times the latest counts, in whatever order they come', () => {
  const { revocations } = remembering();
  for (const at of [800, 950, 900]) revocations.add({ sessions: [], users: { u: at } });
  expect([950, 951].map((iat) => revocations.include({ ...token, iat }))).toEqual([true, false]);
});

it('what is told again and again is kept once, and forgotten when no token of it can live', () => {
  const { clock, revocations } = remembering();
  for (; clock.now < 1_900; clock.now += 3) revocations.add({ sessions: ['s'], users: { u: 999 } });
  expect([revocations.size, revocations.include(token)]).toEqual([2, true]);
  clock.now = 1_960;
  revocations.add({ sessions: ['new'], users: {} });
  expect(revocations.size).toBe(1);
  expect(revocations.include(token)).toBe(false);
});
