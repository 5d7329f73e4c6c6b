import fc from 'fast-check';
import { App, newEmail } from '../support/app.js';
import { DATABASE } from '../support/database.js';
import { MailServer } from '../support/mail-server.js';
import { Model } from '../support/model.js';
import { ModelRun, type Step, sequences } from '../support/steps.js';

/** SEED=… repeats the sequences of a failure, with the same LONG. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The number of sequences. LONG=1 is the large budget, of `npm run test:long`. */
const SEQUENCES = process.env.LONG === '1' ? 1_000 : DATABASE === 'mysql' ? 40 : 80;
const LANES = 4;
/** The sequences in which time passes, on a separate service; the lanes share the others. */
const TIMED = SEQUENCES * 0.3;
const OF_A_LANE = (SEQUENCES - TIMED) / LANES;
/** Turns off what takes time and does not matter here. */
const QUICK = { PASSWORD_MIN_SCORE: '0', LOG_LEVEL: 'warn' };
const LIMIT_MS = 480_000;
const DAILY = {
  create: 2,
  login: 4,
  refresh: 5,
  logout: 2,
  endSession: 1,
  listSessions: 1,
  read: 2,
  update: 2,
  changePassword: 2,
  remove: 1,
  setActive: 2,
  magicLink: 2,
  verify: 2,
  reset: 1,
  undo: 2,
  replay: 1,
};

/** A user who is signed in; whether a verified email is claimed depends on the sequence. */
const first = (email_verified: boolean): Step => ({
  do: 'create',
  address: 0,
  password: 'correct horse battery staple',
  login: true,
  email_verified,
  metadata: '{}',
});

/**
 * Runs sequences one after another on a service and on a model of it. A failure shows the shortest failing sequence.
 */
async function check(app: App, now: () => number, weights: Record<string, number>, numRuns: number, seed: number) {
  const walk = async (steps: Step[]) => {
    const walker = new ModelRun(app, mail, new Model(now), Array.from({ length: 4 }, newEmail));
    for (const step of [first(steps.length % 2 === 0), ...steps]) await walker.runStep(step);
    await walker.checkFinalState();
  };
  // The limit ends the search for the shortest sequence, and fails a run that was too slow for all sequences.
  const limit = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true };
  await fc.assert(fc.asyncProperty(sequences(weights), walk), { numRuns, seed, ...limit });
}

/** A service whose clock advances with each waiting step, and its time. */
class TimeMachine {
  private ahead = 0;
  private constructor(readonly app: App) {}

  static async start(): Promise<TimeMachine> {
    const machine = new TimeMachine(await App.start({ ...QUICK, SMTP_URL: mail.url }));
    const { app } = machine;
    const advance = app.advance.bind(app);
    app.advance = async (seconds) => {
      await advance(seconds);
      machine.ahead += seconds;
    };
    return machine;
  }

  readonly now = () => Date.now() / 1000 + this.ahead;
}

let mail: MailServer;
let app: App;
let machine: TimeMachine;
beforeAll(async () => {
  mail = await MailServer.start();
  [app, machine] = await Promise.all([App.start({ ...QUICK, SMTP_URL: mail.url }), TimeMachine.start()]);
});
afterAll(async () => {
  await Promise.all([app.stop(), machine.app.stop()]);
  await mail.stop();
});

it(
  `${SEQUENCES} sequences of requests are answered as the model of the service predicts (SEED=${SEED})`,
  async () => {
    const now = () => Date.now() / 1000;
    const lanes = Array.from({ length: LANES }, (_, lane) => check(app, now, DAILY, OF_A_LANE, SEED + lane));
    await Promise.all([...lanes, check(machine.app, machine.now, { ...DAILY, wait: 6 }, TIMED, SEED)]);
  },
  LIMIT_MS + 60_000,
);
