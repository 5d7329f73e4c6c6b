import { StorageEntry } from './tabs.js';

const refuse = () => {
  throw new DOMException('No.', 'QuotaExceededError');
};

it('StorageEntry keeps the value in memory without a storage', async () => {
  const entry = new StorageEntry('key', undefined);
  expect(await entry.get()).toBeNull();
  await entry.set('value');
  expect(await entry.get()).toBe('value');
});

it.each([
  ['throws', refuse],
  ['rejects', async () => refuse()],
])('StorageEntry keeps the value in memory if setItem %s', async (_what, setItem) => {
  const entry = new StorageEntry('key', { getItem: () => 'old', setItem });
  expect(await entry.get()).toBe('old');
  await entry.set('new');
  expect(await entry.get()).toBe('new');
});

it('StorageEntry empties the stored value if the storage is full', async () => {
  const entries = new Map([['key', 'old']]);
  const setItem = (key: string, value: string) => (value.length > 3 ? refuse() : entries.set(key, value));
  await new StorageEntry('key', { getItem: (key) => entries.get(key), setItem }).set('newer');
  expect(entries.get('key')).toBe('');
});

it('StorageEntry uses the storage again after a successful write', async () => {
  const entries = new Map<string, string>();
  const setItem = jest.fn((key: string, value: string) => entries.set(key, value));
  setItem.mockImplementationOnce(refuse).mockImplementationOnce(refuse);
  const entry = new StorageEntry('key', { getItem: (key) => entries.get(key), setItem });
  await entry.set('first');
  await entry.set('second');
  entries.set('key', 'of another tab');
  expect(await entry.get()).toBe('of another tab');
});

it('StorageEntry returns the last value while the storage cannot be read', async () => {
  const getItem = jest.fn<string, [string]>(() => 'value');
  const entry = new StorageEntry('key', { getItem, setItem: () => undefined });
  await entry.get();
  getItem.mockImplementationOnce(refuse);
  expect(await entry.get()).toBe('value');
});
