import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { type ScoreResult, scoreCommon, type TimedScoreJob } from './password-score.js';

/**
 * The time of zxcvbn grows with the length, and with the number of ways to replace digits and signs by letters. Within these
 * limits the worst passwords take a few hundred milliseconds; with the default limits they take seconds.
 */
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
  maxLength: 64,
  l33tMaxSubstitutions: 4,
});
const READY_AT = Date.now();

/** Returns undefined, at once, when the caller no longer waits. The time in which the thread started does not count. */
export default function run(job: TimedScoreJob): ScoreResult | undefined {
  if (Date.now() - Math.max(job.requestedAt, READY_AT) > job.maxWaitMs) return undefined;
  const result = scoreCommon(job.password);
  if (!result.accepted) return result;
  const { score, feedback } = zxcvbn.check(job.password, job.guessable);
  if (score >= job.minScore) return result;
  return { accepted: false, advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ') };
}
