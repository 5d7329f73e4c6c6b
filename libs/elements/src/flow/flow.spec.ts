import { LatchkeyError, MfaError } from '@latchkey/client';
import { Flow } from './flow.js';

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
