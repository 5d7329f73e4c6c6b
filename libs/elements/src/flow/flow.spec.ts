import { LatchkeyError, MfaError, type ProofMethod } from '@latchkey/client';
import { Flow } from './flow.js';
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
