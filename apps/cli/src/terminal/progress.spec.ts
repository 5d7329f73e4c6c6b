import { Progress } from './output.js';

afterEach(() => jest.restoreAllMocks());

/** What is written to standard error in two steps, and after another ten seconds. */
function written(...options: ConstructorParameters<typeof Progress>): string[] {
  const lines: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
  const progress = new Progress(...options);
  for (const [now, value] of [
    [9_999, 1],
    [10_000, 2],
    [10_001, 3],
    [20_000, 4],
  ] as const) {
    clock.mockReturnValue(now);
    progress.reach(value);
  }
  progress.end();
  return lines;
}

describe('the progress of a command without a terminal', () => {
  it('is a line every ten seconds', () => {
    expect(written(9, 'users')).toEqual(['latchkey: 2 of 9 users\n', 'latchkey: 4 of 9 users\n']);
    expect(written(undefined, 'bytes')).toEqual(['latchkey: 2 bytes\n', 'latchkey: 4 bytes\n']);
  });

  it('is not written if the output is JSON', () => {
    expect(written(9, 'users', true)).toEqual([]);
  });
});
