import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LatchkeyError, MfaError, type ProofMethod } from '@latchkey/client';
import { diagram, edgesOf, NAMES } from '../../test/diagram.js';
import { en } from '../texts/en.js';
import { Flow } from './flow.js';
import { ACTIONS, type Action, STATES, type StateName } from './states.js';
import { codeRequestOf } from './steps.js';

let flow: Flow;
let moves: string[];
beforeEach(() => {
  moves = [];
  flow = new Flow((moved) => {
    if (moved) moves.push(flow.name);
  });
  flow.go('start', { email: 'ada@example.com' });
});

const failing = (error: Error) => () => Promise.reject(error);
const mfa = (code: 'MFA_REQUIRED' | 'MFA_ENROLMENT_REQUIRED') => new MfaError(code, 'x', 'token', ['totp'], 5);

it('goes on to the end', async () => {
  await flow.run('sign_in', async () => ({ uid: 'ada' }));
  expect([flow.name, flow.context]).toEqual(['finishing', { email: 'ada@example.com', uid: 'ada' }]);
});

it('shows recovery codes before the end', async () => {
  await flow.run('sign_in', async () => ({ uid: 'ada', recoveryCodes: ['A'] }));
  expect(flow.name).toBe('recovery_codes');
});

it('stays with a message beside the field', async () => {
  await flow.run('sign_in', failing(new LatchkeyError('INVALID_CREDENTIALS', 'x', 400)));
  expect([flow.name, flow.problem]).toEqual(['start', { code: 'INVALID_CREDENTIALS', place: 'password' }]);
});

it('stays with a message for a code that it does not know', async () => {
  await flow.run('sign_in', failing(new LatchkeyError('EMAIL_ALREADY_VERIFIED', 'x', 400, 7)));
  expect([flow.name, flow.problem]).toMatchObject(['start', { place: 'form', retryAfter: 7 }]);
  await flow.run('sign_in', failing(new TypeError('a fault of ours')));
  expect([flow.name, flow.problem]).toMatchObject(['start', { code: 'UNEXPECTED_ANSWER', place: 'form' }]);
});

it.each([
  ['MFA_REQUIRED', 'second_step'],
  ['MFA_ENROLMENT_REQUIRED', 'enrol'],
] as const)('goes on after %s without a message', async (code, state) => {
  await flow.run('sign_in', failing(mfa(code)));
  expect([flow.name, flow.problem]).toEqual([state, undefined]);
  expect(flow.context).toMatchObject({ mfaToken: 'token', methods: ['totp'], expiry: 5 });
});

it('begins again with a message when the first step is too old', async () => {
  await flow.run('sign_in', failing(mfa('MFA_REQUIRED')));
  await flow.run('verify_code', failing(new LatchkeyError('INVALID_MFA_TOKEN', 'x', 400)));
  expect([flow.name, flow.problem?.code]).toEqual(['start', 'INVALID_MFA_TOKEN']);
});

it('shows no state without what it needs', () => {
  flow.go('enrol_app', { methods: ['totp'] });
  flow.go('code');
  flow.go('done');
  expect(moves.slice(1)).toEqual(['enrol', 'start', 'start']);
});

it('takes one step at a time', async () => {
  let finish: (found: object) => void = () => undefined;
  const first = flow.run(
    'sign_in',
    () =>
      new Promise((done) => {
        finish = done;
      }),
  );
  await flow.run('ask_code', async () => ({ codeToken: 'c' }));
  expect(flow.context.codeToken).toBeUndefined();
  finish({ uid: 'ada' });
  await first;
  expect(flow.name).toBe('finishing');
});

describe('a demand of the product', () => {
  const lacking = (code: 'REAUTHENTICATION_REQUIRED' | 'MFA_NOT_ENABLED', methods: ProofMethod[] = []) =>
    failing(new LatchkeyError(code, 'x', 400, undefined, { methods }));

  it('leads to a new proof, by what the account has, without a message', async () => {
    flow.go('finishing', { uid: 'ada', proof: 'totp' });
    await flow.run('hand_over', lacking('REAUTHENTICATION_REQUIRED', ['password']));
    expect([flow.name, flow.problem, flow.context.proofs, flow.context.proof]).toEqual([
      'step_up',
      undefined,
      ['password'],
      undefined,
    ]);
    await flow.run('reauthenticate', failing(new LatchkeyError('INVALID_PASSWORD', 'x', 400)));
    expect([flow.name, flow.problem?.place]).toEqual(['step_up', 'password']);
    await flow.run('reauthenticate', async () => undefined);
    expect([flow.name, flow.from]).toEqual(['finishing', 'step_up']);
  });

  it('leads to a factor, which the session adds and no earlier sign-in', async () => {
    flow.go('finishing', { uid: 'ada', mfaToken: 'earlier' });
    await flow.run('hand_over', lacking('MFA_NOT_ENABLED'));
    expect([flow.name, flow.problem, flow.context.mfaToken]).toEqual(['enrol', undefined, undefined]);
    await flow.run('add_app', lacking('REAUTHENTICATION_REQUIRED', ['email_code']));
    expect(flow.name).toBe('step_up');
  });

  it('begins again with a message for an account that has no proof', async () => {
    flow.go('finishing', { uid: 'ada', account: { uid: 'ada', email: 'ada@example.org' } });
    await flow.run('hand_over', lacking('REAUTHENTICATION_REQUIRED'));
    expect([flow.name, flow.problem]).toMatchObject(['start', { code: 'REAUTHENTICATION_REQUIRED', place: 'form' }]);
    expect(flow.context.email).toBe('ada@example.org');
  });
});

it('a proof on this page satisfies a product for some minutes, and an earlier one for as long as it says', () => {
  const request = { nextUrl: 'n', codeChallenge: 'c', acr: '', maxAge: '0', pageUrl: () => '', locale: 'en' };
  const body = { next_url: 'n', code_challenge: 'c' };
  expect(codeRequestOf(request, false)).toEqual({ ...body, max_age: 0 });
  expect(codeRequestOf(request, true)).toEqual({ ...body, max_age: 300 });
  expect(codeRequestOf({ ...request, acr: 'aal2', maxAge: '600' }, true)).toEqual({
    ...body,
    acr: 'aal2',
    max_age: 600,
  });
  expect(codeRequestOf({ ...request, maxAge: '' }, true)).toEqual(body);
});

describe('the tables of states and actions', () => {
  const GUIDE = join(__dirname, '../../../../docs/sign-in-pages-design.md');

  /** The states that one reaches from a state. */
  function reachable(from: StateName): Set<StateName> {
    const found = new Set([from]);
    for (const name of found) for (const to of edgesOf(name).keys()) found.add(to);
    return found;
  }

  it('every state follows from the first one, and leads to the end', () => {
    expect([...reachable('loading')].sort()).toEqual([...NAMES].sort());
    expect(NAMES.filter((name) => !reachable(name).has('done'))).toEqual([]);
  });

  it('every state that waits for the user has a way back to the start', () => {
    const waiting = NAMES.filter((name) => !STATES[name].busy && name !== 'recovery_codes');
    const leadsBack = (name: StateName): boolean =>
      STATES[name].actions.some((action) => ACTIONS[action].leads === 'start') ||
      STATES[name].ways.some((way) => way === 'start' || (way !== 'finishing' && leadsBack(way)));
    expect(waiting.filter((name) => name !== 'start' && !leadsBack(name))).toEqual([]);
  });

  it('every action belongs to a state', () => {
    const used = new Set(NAMES.flatMap((name) => STATES[name].actions));
    expect((Object.keys(ACTIONS) as Action[]).filter((action) => !used.has(action))).toEqual([]);
  });

  it('every code with a message has a text of its own', () => {
    const shown = Object.values(ACTIONS).flatMap(({ on }) =>
      Object.entries(on).filter(([, to]) => to.startsWith('@') || !STATES[to as StateName].explains),
    );
    const steps = ['MFA_ENROLMENT_REQUIRED', 'INVALID_METADATA', 'INVALID_REFRESH_TOKEN', 'MFA_NOT_ENABLED'];
    const codes = shown.map(([code]) => code).filter((code) => !steps.includes(code) && !Object.hasOwn(en, code));
    expect(codes).toEqual([]);
  });

  it('the guide has the drawing of the states', () => {
    const drawings = [...readFileSync(GUIDE, 'utf8').matchAll(/```mermaid\n(stateDiagram.*?)```/gs)];
    expect(drawings.map(([, drawing]) => drawing)).toEqual([diagram()]);
  });
});
