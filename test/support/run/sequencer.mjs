import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: Sequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer');

/** The kinds of specs that take longest, which would leave one worker without work if they started last. */
const LONGEST_FIRST = ['/test/packages/', '/test/resilience/', '/test/docs/', '/test/'];

/** The files of this run by kind: for each, its duration in the last run in milliseconds, if there was one. */
export const planned = new Map();

/** Without durations of an earlier run: the longest kinds first, the larger files of a kind first, and unit specs last. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    for (const { path, duration, context } of sorted) {
      const kind = context.config.displayName?.name ?? 'unit';
      if (!planned.has(kind)) planned.set(kind, new Map());
      planned.get(kind).set(path, duration);
    }
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path, context }) {
  const inRepository = path.slice(context.config.rootDir.length);
  const index = LONGEST_FIRST.findIndex((folder) => inRepository.startsWith(folder));
  return index < 0 ? LONGEST_FIRST.length : index;
}
