import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { default: Sequencer } = createRequire(require.resolve('jest'))('@jest/test-sequencer');

/** The kinds of specs that take longest, which would leave one worker without work if they started last. */
const LONGEST_FIRST = ['/test/packages/', '/test/resilience/', '/test/docs/', '/test/'];

/** Without durations of an earlier run: the longest kinds first, the larger files of a kind first, and unit specs last. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => duration !== undefined)) return sorted;
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ path, context }) {
  const inRepository = path.slice(context.config.rootDir.length);
  const index = LONGEST_FIRST.findIndex((folder) => inRepository.startsWith(folder));
  return index < 0 ? LONGEST_FIRST.length : index;
}
