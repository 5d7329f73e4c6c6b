import type { StateName } from '../src/flow/states.js';
import type { Case } from './cases.js';
import { EMAIL, ServiceModel } from './service-model.js';
import { Tab } from './tab.js';

/** What happens to a sign-in from outside. */
type Disturbance = 'nothing' | 'back' | 'reload' | 'two tabs' | 'closed laptop';

export const DISTURBANCES: Disturbance[] = ['nothing', 'back', 'reload', 'two tabs', 'closed laptop'];
/** The ways that begin and end in one tab, with an email that the user has typed there. */
const TYPED = ['password', 'email code'];
/** More than any sign-in needs, with one failure of each step. */
const MOST_STEPS = 40;

/** The way of a sign-in through the states. */
interface Walk {
  states: StateName[];
  /** The code of the message with which it ends. */
  message?: string | undefined;
}

/** Does what the user of a screen does next. */
const NEXT: Partial<Record<StateName, (tab: Tab, given: Case, model: ServiceModel) => unknown>> = {
  failed: (tab) => tab.reload(),
  continue: (tab) => tab.flow.go('finishing'),
  start: (tab, given) =>
    given.account === 'new' && given.door !== 'provider' ? tab.flow.go('sign_up') : enter(tab, given),
  sign_up: (tab, given) => enter(tab, given),
  link_sent: (tab) => tab.arrive('link'),
  leaving: (tab) => tab.arrive('provider'),
  code: (tab) => tab.steps.useCode('123456'),
  confirm: (tab) => tab.steps.requestConfirmation(EMAIL),
  confirm_code: (tab) => tab.steps.confirm('123456'),
  second_step: (tab, { factor }) =>
    factor === 'passkey' ? tab.steps.verifyPasskey() : tab.steps.verify('123456', factor === 'recovery code'),
  enrol: (tab) => tab.steps.addApp(),
  enrol_email: (tab, _given, model) => {
    model.codeAction = 'ask_proof';
    tab.steps.requestCode(EMAIL, false, 'ask_proof');
  },
  enrol_code: (tab) => tab.steps.prove('123456'),
  enrol_app: (tab) => tab.steps.confirmApp('123456'),
  recovery_codes: (tab) => {
    tab.flow.context.recoveryCodes = undefined;
    tab.flow.go('finishing');
  },
};

function enter({ steps }: Tab, { door, account }: Case): void {
  const signUp = account === 'new';
  if (door === 'password' && signUp) steps.signUp(EMAIL, 'a password');
  else if (door === 'password') steps.signIn(EMAIL, 'a password');
  else if (door === 'magic link') steps.requestLink(EMAIL, signUp);
  else if (door === 'email code') steps.requestCode(EMAIL, signUp);
  else if (door === 'passkey') steps.usePasskey();
  else steps.leaveFor('google', EMAIL);
}

/**
 * Signs in, as far as that is possible, and disturbs the sign-in in one of its states.
 * @param at the number of the state that is disturbed
 */
export async function walk(given: Case, disturbance: Disturbance = 'nothing', at = 0): Promise<Walk> {
  const model = new ServiceModel(given);
  const tab = await Tab.open(model);
  const states: StateName[] = [tab.state];
  let keepsEmail = false;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (step === at) await disturb(tab, model, given, disturbance);
    if (tab.state === 'done') return { states };
    const { problem } = tab.flow;
    if (tab.state === 'start' && keepsEmail && tab.context.email !== EMAIL) return { states, message: 'email lost' };
    if (problem?.code === 'USER_DISABLED') return { states, message: problem.code };
    const next = NEXT[tab.state];
    if (!next) return { states, message: `nothing leads on from ${tab.state}` };
    keepsEmail ||= TYPED.includes(given.door) && tab.state === (given.account === 'new' ? 'sign_up' : 'start');
    await tab.act(() => next(tab, given, model));
    states.push(tab.state);
  }
  return { states, message: 'no end' };
}

async function disturb(tab: Tab, model: ServiceModel, given: Case, disturbance: Disturbance): Promise<void> {
  if (disturbance === 'back') await tab.back();
  if (disturbance === 'reload') await tab.reload();
  if (disturbance === 'closed laptop') model.expire();
  if (disturbance === 'two tabs') await walkIn(await Tab.open(model), given, model);
}

/** Signs in in another tab of the same browser. */
async function walkIn(tab: Tab, given: Case, model: ServiceModel): Promise<void> {
  for (let step = 0; step < MOST_STEPS && tab.state !== 'done'; step += 1) {
    const next = NEXT[tab.state];
    if (!next) throw new Error(`nothing leads on from ${tab.state}`);
    await tab.act(() => next(tab, given, model));
    if (tab.flow.problem?.code === 'USER_DISABLED') return;
  }
}
