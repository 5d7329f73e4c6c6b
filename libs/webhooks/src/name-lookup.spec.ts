import { lookup } from 'node:dns/promises';
import { lookUp } from './sender.js';

jest.mock('node:dns/promises');
const asked = lookup as unknown as jest.Mock;
const ADDRESSES = [{ address: '192.0.2.1', family: 4 }];

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  asked.mockReset();
});

it('asks once for a name that several wait for, and again afterwards', async () => {
  let answer: (addresses: typeof ADDRESSES) => void = () => undefined;
  asked.mockImplementation(() => new Promise((done) => (answer = done)));
  const both = [lookUp('hooks.example.com'), lookUp('hooks.example.com')];
  answer(ADDRESSES);
  expect(await Promise.all(both)).toEqual([ADDRESSES, ADDRESSES]);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockResolvedValue(ADDRESSES);
  await lookUp('hooks.example.com');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('does not ask again for a name whose server hangs, and waits five seconds for it', async () => {
  asked.mockImplementation(() => new Promise(() => undefined));
  for (let count = 0; count < 3; count++) {
    const late = expect(lookUp('hung.example.com')).rejects.toThrow('not resolved in time');
    await jest.advanceTimersByTimeAsync(5_000);
    await late;
  }
  expect(asked).toHaveBeenCalledTimes(1);
});
