import { Revocations } from './revocations.js';

/** Empty revocations, with a clock that a test can set. */
function remembering() {
  const clock = { now: 1_000 };
  return { clock, revocations: new Revocations(() => clock.now) };
}

const token = { sid: 's', sub: 'u', iat: 900 };

it('Revocations are empty at first', () => {
  expect(remembering().revocations.include(token)).toBe(false);
});

it('Revocations include all tokens of a revoked session, and of no other session', () => {
  const { revocations } = remembering();
  revocations.add({ sessions: ['s'], users: {} });
  expect(revocations.include({ ...token, iat: 2_000 })).toBe(true);
  expect(revocations.include({ ...token, sid: 'other' })).toBe(false);
});

it.each([
  [899, true],
  [900, true],
  [901, false],
])('Revocations of a user until 900 include a token issued at %d: %s', (iat, revoked) => {
  const { revocations } = remembering();
  revocations.add({ sessions: [], users: { u: 900 } });
  expect(revocations.include({ ...token, iat })).toBe(revoked);
  expect(revocations.include({ ...token, sub: 'other', iat })).toBe(false);
});

it('Revocations use the latest time of a user, in any order', () => {
  const { revocations } = remembering();
  for (const at of [800, 950, 900]) revocations.add({ sessions: [], users: { u: at } });
  expect([950, 951].map((iat) => revocations.include({ ...token, iat }))).toEqual([true, false]);
});

it('Revocations keep repeated entries once, and remove them when all their tokens have expired', () => {
  const { clock, revocations } = remembering();
  for (; clock.now < 1_900; clock.now += 3) revocations.add({ sessions: ['s'], users: { u: 999 } });
  expect([revocations.size, revocations.include(token)]).toEqual([2, true]);
  clock.now = 1_960;
  revocations.add({ sessions: ['new'], users: {} });
  expect(revocations.size).toBe(1);
  expect(revocations.include(token)).toBe(false);
});

it.each(['clients', 'keys'] as const)(
  'Revocations of %s include their tokens until that time, and no others',
  (kind) => {
    const { revocations } = remembering();
    const id = kind === 'clients' ? 'client_id' : 'key_id';
    revocations.add({ sessions: [], users: {}, [kind]: { m: 900 } });
    const included = (more: object, iat = 900) => revocations.include({ sub: 'm', iat, ...more });
    expect([included({ [id]: 'm' }), included({ [id]: 'm' }, 901)]).toEqual([true, false]);
    expect([included({ [id]: 'n' }), included({ sid: 'm' }), included({})]).toEqual([false, false, false]);
  },
);

it('Revocations of a user include the tokens of the API keys of that user', () => {
  const { revocations } = remembering();
  revocations.add({ sessions: [], users: { u: 900 } });
  expect(revocations.include({ sub: 'u', key_id: 'k', iat: 900 })).toBe(true);
});
