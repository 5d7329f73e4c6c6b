import { deviceTextOf, deviceTokensIn } from './devices.js';

const token = (character: string) => character.repeat(43);

it('a text of one token has this token', () => {
  expect(deviceTokensIn(token('a'))).toEqual([token('a')]);
});

it('a text of several tokens has each of them', () => {
  expect(deviceTokensIn(`${token('a')}.${token('b')}`)).toEqual([token('a'), token('b')]);
});

it.each(['', 'new', token('a').slice(1), `${token('a')}a`, `${token('a')}.`, `${token('a')},${token('b')}`, 'é'])(
  'the text %j has no token',
  (text) => {
    expect(deviceTokensIn(text)).toEqual([]);
  },
);

it('at most five tokens of a text count, so that a long text costs no long query', () => {
  expect(deviceTokensIn(Array(1_000).fill(token('a')).join('.'))).toHaveLength(5);
});

it('the token of the newest sign-in comes first', () => {
  expect(deviceTextOf(token('b'), [token('a')])).toBe(`${token('b')}.${token('a')}`);
});

it('a sixth account replaces the one that has signed in least recently', () => {
  const text = deviceTextOf(token('f'), ['a', 'b', 'c', 'd', 'e'].map(token));
  expect(deviceTokensIn(text)).toEqual(['f', 'a', 'b', 'c', 'd'].map(token));
});
