import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import weighCommon, { type PasswordVerdict, type ScoreJob } from './common.worker.js';

/**
 * The time that zxcvbn takes grows with the length and with the number of ways to undo letters written as digits and signs.
 * Within these bounds the worst passwords take a few hundred milliseconds; with the defaults they take seconds.
 */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  maxLength: 64,
  l33tMaxSubstitutions: 4,
});
const READY = Date.now();

/** Returns nothing, at once, where the caller does not wait any more. The time that the thread took to start does not count. */
export default function run(job: ScoreJob): PasswordVerdict | undefined {
  const verdict = weighCommon({ ...job, asked: Math.max(job.asked, READY) });
  if (!verdict?.enough || job.wanted === 0) return verdict;
  const { score, feedback } = zxcvbn.check(job.password, job.guessable);
  if (score >= job.wanted) return verdict;
  return { enough: false, advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}
