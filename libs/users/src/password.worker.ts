import { workerData } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import { loadBcrypt } from './bcrypt-engine.js';
import { bcryptInput } from './bcrypt-input.js';

/** What the threads of the password pool do; each job keeps a core busy for its whole length. */
export type PasswordJob =
  | { kind: 'hash'; password: string; cost: number }
  | { kind: 'verify'; password: string; hash: string }
  | { kind: 'score'; password: string; guessable: string[] };

export interface PasswordScore {
  /** zxcvbn's estimate, 0 (guessed at once) to 4. */
  score: number;
  /** What would help, in words; may be empty. */
  advice: string;
}

const bcrypt = loadBcrypt(workerData.bcryptEngine);
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  translations: english.translations,
});

export default function run(job: PasswordJob): string | boolean | PasswordScore {
  switch (job.kind) {
    case 'hash':
      return bcrypt.hash(bcryptInput(job.password), job.cost);
    case 'verify':
      return bcrypt.verify(bcryptInput(job.password), job.hash);
    case 'score': {
      const { score, feedback } = zxcvbn.check(job.password, job.guessable);
      return {
        score,
        advice: [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' '),
      };
    }
  }
}
