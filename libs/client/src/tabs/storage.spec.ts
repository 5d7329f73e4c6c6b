import { Entry } from './storage.js';

const refuse = () => {
  throw new DOMException('No.', 'QuotaExceededError');
};

it('keeps what it was given in memory where there is no storage', async () => {
  const entry = new Entry('key', undefined);
  expect(await entry.get()).toBeNull();
  await entry.set('value');
  expect(await entry.get()).toBe('value');
});

it.each([
  ['throws', refuse],
  ['rejects', async () => refuse()],
])('goes on in memory with a storage that %s', async (_what, setItem) => {
  const entry = new Entry('key', { getItem: () => 'old', setItem });
  expect(await entry.get()).toBe('old');
  await entry.set('new');
  expect(await entry.get()).toBe('new');
});

it('leaves no old tokens to others in a storage that is full', async () => {
  const entries = new Map([['key', 'old']]);
  const setItem = (key: string, value: string) => (value.length > 3 ? refuse() : entries.set(key, value));
  await new Entry('key', { getItem: (key) => entries.get(key), setItem }).set('newer');
  expect(entries.get('key')).toBe('');
});

it('returns to a storage that takes something again', async () => {
  const entries = new Map<string, string>();
  const setItem = jest.fn((key: string, value: string) => entries.set(key, value));
  setItem.mockImplementationOnce(refuse).mockImplementationOnce(refuse);
  const entry = new Entry('key', { getItem: (key) => entries.get(key), setItem });
  await entry.set('first');
  await entry.set('second');
  entries.set('key', 'of another tab');
  expect(await entry.get()).toBe('of another tab');
});

it('remembers what it has read from a storage that fails for a while', async () => {
  const getItem = jest.fn<string, [string]>(() => 'value');
  const entry = new Entry('key', { getItem, setItem: () => undefined });
  await entry.get();
  getItem.mockImplementationOnce(refuse);
  expect(await entry.get()).toBe('value');
});
