import fc from 'fast-check';
import { App, newEmail } from '../support/app.js';
import { DATABASE } from '../support/database.js';
import { MailServer } from '../support/mail-server.js';
import {
  BEGINNINGS,
  LATER_BEGINNINGS,
  Sequence,
  type Step,
  sequences,
  type Weights,
} from '../support/model/sequences.js';
import { ORIGIN, RP_ID } from '../support/passkeys.js';

/** SEED=… repeats the sequences of a failure, with the same LONG. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The number of sequences. LONG=1 is the large budget, of `npm run test:long`. */
const SEQUENCES = process.env.LONG === '1' ? 1_000 : DATABASE === 'mysql' ? 40 : 80;
/** Runs of sequences at the same time: some without time on one service, and some on services where it passes. */
const LANES = 2;
const TIMED_LANES = 2;
const OF_A_LANE = SEQUENCES / (LANES + TIMED_LANES);
const LIMIT_MS = 480_000;

const DAILY: Weights = {
  create: 2,
  login: 4,
  refresh: 4,
  logout: 2,
  endSession: 1,
  listSessions: 1,
  replay: 1,
  read: 1,
  changePassword: 2,
  remove: 1,
  update: 5,
  forgetAddress: 1,
  press: 6,
  useLink: 4,
  getLink: 2,
  followLink: 3,
  askForCode: 1,
  enterCode: 1,
  enterOwnCode: 1,
  addApp: 2,
  confirmApp: 3,
  removeApp: 1,
  addPasskey: 3,
  askForPasskey: 1,
  finishPasskey: 1,
  removePasskey: 1,
  setMfa: 2,
  renewCodes: 1,
  overview: 1,
  secondStep: 3,
  logInTwice: 2,
  logInByPasskey: 2,
  reauthenticate: 2,
  setActive: 1,
  setVerified: 3,
  setPassword: 1,
  setEmail: 1,
  setScopes: 2,
  endSessions: 1,
  endAnySession: 1,
  resetFactors: 1,
};
const TIMED: Weights = {
  ...DAILY,
  wait: 8,
  openConsole: 3,
  useConsole: 2,
  makeTokenAtConsole: 2,
  makeTokenByToken: 2,
  useToken: 2,
};

/** A service whose clock stands still between steps, and its time. */
class StoppedClock {
  private constructor(
    readonly app: App,
    private time: number,
  ) {}

  static async start(): Promise<StoppedClock> {
    // Turns off what takes time and does not matter here.
    const quick = { PASSWORD_MIN_SCORE: '0', LOG_LEVEL: 'warn' };
    const app = await App.start({ ...quick, SMTP_URL: mail.url, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
    const clock = new StoppedClock(app, await app.service.freeze());
    const advance = app.advance.bind(app);
    app.advance = async (seconds) => {
      await advance(seconds);
      clock.time += seconds;
    };
    return clock;
  }

  readonly now = () => this.time;
}

/**
 * Runs sequences one after another on a service and on a model of it. A failure shows the shortest failing sequence.
 */
async function check(clock: StoppedClock, weights: Weights, beginnings: Record<string, Step[]>, seed: number) {
  const walk = async (beginning: string, steps: Step[]) => {
    const sequence = new Sequence(clock.app, mail, clock.now, Array.from({ length: 4 }, newEmail));
    for (const step of [...(beginnings[beginning] ?? []), ...steps]) await sequence.run(step);
    await sequence.checkFinalState();
  };
  // The limit ends the search for the shortest sequence, and fails a run that was too slow for all sequences.
  const limit = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true };
  const property = fc.asyncProperty(fc.constantFrom(...Object.keys(beginnings)), sequences(weights), walk);
  await fc.assert(property, { numRuns: OF_A_LANE, seed, ...limit });
}

let mail: MailServer;
let still: StoppedClock;
let timed: StoppedClock[];
beforeAll(async () => {
  mail = await MailServer.start();
  const clocks = Array.from({ length: 1 + TIMED_LANES }, () => StoppedClock.start());
  [still, ...timed] = (await Promise.all(clocks)) as [StoppedClock, ...StoppedClock[]];
});
afterAll(async () => {
  await Promise.all([still, ...timed].map(({ app }) => app.stop()));
  await mail.stop();
});

it(
  `${SEQUENCES} sequences of requests are answered as the model of the service predicts (SEED=${SEED})`,
  async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) => check(still, DAILY, BEGINNINGS, SEED + lane));
    const later = timed.map((clock, lane) => check(clock, TIMED, LATER_BEGINNINGS, SEED + LANES + lane));
    await Promise.all([...lanes, ...later]);
  },
  LIMIT_MS + 60_000,
);
