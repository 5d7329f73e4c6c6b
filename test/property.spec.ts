import fc from 'fast-check';
import { App, newEmail } from './support/app.js';
import { MailServer } from './support/mail-server.js';
import { Model } from './support/model.js';
import { type Step, sequences, Walk } from './support/steps.js';

/** SEED=… runs the sequences of a failure again. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** What is of no interest here takes no time. */
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

/** A user who is signed in; the claim of a verified email depends on the sequence. */
const first = (email_verified: boolean): Step => ({
  do: 'create',
  address: 0,
  password: 'correct horse battery staple',
  login: true,
  email_verified,
  metadata: '{}',
});

/** As many sequences, one after another, on a service and on a model of it; the shortest that goes wrong is shown, with its seed. */
async function check(app: App, now: () => number, weights: Record<string, number>, numRuns: number, seed: number) {
  const walk = async (steps: Step[]) => {
    const walker = new Walk(app, mail, new Model(now), Array.from({ length: 4 }, newEmail));
    for (const step of [first(steps.length % 2 === 0), ...steps]) await walker.take(step);
    await walker.audit();
  };
  await fc.assert(fc.asyncProperty(sequences(weights), walk), { numRuns, seed, interruptAfterTimeLimit: LIMIT_MS });
}

/** A service whose clock moves with each step that waits, and the time that it has. */
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
  `1,000 sequences of requests are answered as the model says (SEED=${SEED})`,
  async () => {
    const lanes = Array.from({ length: 4 }, (_, lane) => check(app, () => Date.now() / 1000, DAILY, 175, SEED + lane));
    await Promise.all([...lanes, check(machine.app, machine.now, { ...DAILY, wait: 6 }, 300, SEED)]);
  },
  LIMIT_MS + 60_000,
);
