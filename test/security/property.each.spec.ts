import fc from 'fast-check';
import { DATABASE } from '../support/database/database.js';
import { ORIGIN, RP_ID } from '../support/factors/factors.js';
import { useIdp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider } from '../support/idp/providers.js';
import {
  ALL,
  BEGINNINGS,
  EVENTS,
  LATER,
  LATER_HOLDERS,
  Sequence,
  STILL,
  STILL_HOLDERS,
  type Step,
  stepsOf,
} from '../support/models/sequences.js';
import { App, newEmail } from '../support/service/app.js';
import { MailServer } from '../support/service/mail.js';

/** SEED=… repeats the sequences of a failure, with the same LONG. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The number of sequences. LONG=1 is the large budget, of `npm run test:long`. */
const SEQUENCES = process.env.LONG === '1' ? 1_000 : DATABASE === 'sqlite' ? 20 : 12;
/** Runs of sequences at the same time: some without time on one service, and some on services where it passes. */
const LANES = 2;
const TIMED_LANES = 2;
const OF_A_LANE = SEQUENCES / (LANES + TIMED_LANES);
const LIMIT_MS = 480_000;
/** How long a reset of factors waits where time passes, in seconds. */
const RESET_DELAY = 300;

/** A service whose clock stands still between steps, and its time. */
class StoppedClock {
  provider: AddedProvider | undefined;

  private constructor(
    readonly app: App,
    readonly resetDelay: number,
    private time: number,
  ) {}

  static async start(resetDelay: number): Promise<StoppedClock> {
    // Turns off what takes time and does not matter here.
    const quick = {
      PASSWORD_MIN_SCORE: '0',
      LOG_LEVEL: 'warn',
      SIGN_IN_NOTICE: 'off',
      MFA_RESET_DELAY: String(resetDelay),
    };
    const app = await App.start({ ...quick, SMTP_URL: mail.url, PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
    const clock = new StoppedClock(app, resetDelay, await app.service.freeze());
    const advance = app.advance.bind(app);
    app.advance = async (seconds) => {
      await advance(seconds);
      clock.time += seconds;
    };
    return clock;
  }

  readonly now = () => this.time;
}

/** The name of a beginning, and random steps. */
type Plan = [string, Step[]];

const plansOf = (beginnings: Record<string, Step[]>, steps: fc.Arbitrary<Step[]>) =>
  fc.tuple(fc.constantFrom(...Object.keys(beginnings)), steps);
/** Long sequences of all steps, and short ones of events that end access. */
const UNTIMED = fc.oneof(
  plansOf(BEGINNINGS, stepsOf({ ...ALL, ...STILL }, 3, 20)),
  plansOf(STILL_HOLDERS, stepsOf({ ...EVENTS, ...STILL }, 1, 5)),
);
/** The same where time passes. */
const TIMED = fc.oneof(
  plansOf(BEGINNINGS, stepsOf({ ...ALL, ...LATER }, 3, 20)),
  plansOf(LATER_HOLDERS, stepsOf({ ...EVENTS, ...LATER }, 1, 5)),
);

/** Runs sequences one after another on a service and on a model of it. A failure shows the shortest failing sequence. */
async function check(clock: StoppedClock, plans: fc.Arbitrary<Plan>, seed: number) {
  const walk = async ([name, steps]: Plan) => {
    const beginning = { ...BEGINNINGS, ...STILL_HOLDERS, ...LATER_HOLDERS }[name] ?? [];
    const { app, now, provider, resetDelay } = clock;
    const sequence = new Sequence(app, mail, now, Array.from({ length: 4 }, newEmail), provider, resetDelay);
    for (const step of [...beginning, ...steps]) await sequence.run(step);
    await sequence.checkFinalState();
  };
  // The limit ends the search for the shortest sequence, and fails a run that was too slow for all sequences.
  const limit = { interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true };
  await fc.assert(fc.asyncProperty(plans, walk), {
    numRuns: OF_A_LANE,
    seed,
    ...limit,
  });
}

const idp = useIdp();
let mail: MailServer;
let still: StoppedClock;
let timed: StoppedClock[];
beforeAll(async () => {
  mail = await MailServer.start();
  const clocks = Array.from({ length: 1 + TIMED_LANES }, (_, lane) => StoppedClock.start(lane === 0 ? 0 : RESET_DELAY));
  [still, ...timed] = (await Promise.all(clocks)) as [StoppedClock, ...StoppedClock[]];
  const iat = still.now();
  const lies = { idToken: { claims: { iat, exp: iat + 3_600 } } };
  still.provider = await addProvider(still.app, idp, 'liar', { lies, fields: { email_domains: ['example.com'] } });
});
afterAll(async () => {
  await Promise.all([still, ...timed].map(({ app }) => app.stop()));
  await mail.stop();
});

it(
  `${SEQUENCES} sequences of requests are answered as the model of the service predicts (SEED=${SEED})`,
  async () => {
    const lanes = Array.from({ length: LANES }, (_, lane) => check(still, UNTIMED, SEED + lane));
    const later = timed.map((clock, lane) => check(clock, TIMED, SEED + LANES + lane));
    await Promise.all([...lanes, ...later]);
  },
  LIMIT_MS + 60_000,
);
