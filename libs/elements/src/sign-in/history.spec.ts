import { MfaError } from '@latchkey/client';
import type { Case } from '../../test/cases.js';
import { EMAIL, ServiceModel } from '../../test/service-model.js';
import { PAGE, Tab } from '../../test/tab.js';

const known: Case = { door: 'password', factor: 'TOTP', account: 'known' };
let model: ServiceModel;
let tab: Tab;
beforeEach(async () => {
  model = new ServiceModel(known);
  tab = await Tab.open(model);
  await tab.act(({ steps }) => steps.signIn(EMAIL, 'a password'));
  expect(tab.state).toBe('second_step');
});

it('the second step is shown again after a reload, also in another language', async () => {
  await tab.act(() => tab.chooseLanguage('de'));
  await tab.reload();
  expect(tab.state).toBe('second_step');
});

it.each([
  ['after an hour', (kept: object) => ({ ...kept, since: Date.now() - 3_600_000 })],
  ['while the clock of the device is wrong', (kept: object) => ({ ...kept, since: Date.now() + 60_000 })],
])('a reload %s begins again with the email', async (_title, change) => {
  tab.changeStorage(change);
  await tab.reload();
  expect([tab.state, tab.context]).toEqual(['start', { email: EMAIL }]);
});

it('a state of another version of the page is forgotten', async () => {
  tab.changeStorage((kept) => ({ ...kept, name: 'constructor' }));
  await tab.reload();
  expect(tab.state).toBe('start');
});

it('the back button leads out, also over states that cannot be shown any more', async () => {
  await tab.act(() => tab.flow.go('start'));
  tab.context.mfaToken = undefined;
  expect(tab.stepsBack).toBe(2);
  await tab.back();
  await tab.back();
  expect([tab.state, tab.stepsBack]).toEqual(['start', 0]);
});

it('the back button does not lose recovery codes', async () => {
  await tab.act(({ flow }) => flow.run('verify_code', async () => ({ uid: 'ada', recoveryCodes: ['A-1'] })));
  await tab.back();
  expect([tab.state, tab.context.recoveryCodes]).toEqual(['recovery_codes', ['A-1']]);
});

it('what one user has left is not shown to the next one', async () => {
  const app = { factorId: 'f', secret: 'S', qr: { size: 1, path: '' } };
  Object.assign(tab.context, { recovery: true, app });
  await tab.act(() => tab.flow.fail('sign_in', new MfaError('MFA_ENROLMENT_REQUIRED', '', 'token', ['totp'], 1)));
  expect([tab.state, tab.context.recovery, tab.context.app]).toEqual(['enrol', undefined, undefined]);
});

it('a code goes to the user only who has agreed, and never to the one of another tab', async () => {
  await tab.act(({ steps }) => steps.verify('123456', false));
  expect([tab.state, model.agreed]).toEqual(['done', 'ada']);
});

it('a screen that follows a failed hand-over names the account, also after a passkey', async () => {
  tab = await Tab.open(new ServiceModel({ door: 'passkey', factor: 'none', account: 'limited' }));
  await tab.act(({ steps }) => steps.usePasskey());
  await tab.act(({ steps }) => steps.usePasskey());
  expect([tab.state, tab.context.account]).toEqual(['continue', { uid: 'ada', email: EMAIL }]);
});

describe('a link of an email', () => {
  const mailed: Case = { door: 'magic link', factor: 'none', account: 'known' };
  beforeEach(async () => {
    model = new ServiceModel(mailed);
    tab = await Tab.open(model);
  });

  it('signs in at once in the browser that has asked, and goes on to the product', async () => {
    await tab.act(({ steps }) => steps.requestLink(EMAIL, false));
    await tab.arrive('link');
    expect([tab.state, model.agreed, tab.url]).toEqual(['done', 'ada', PAGE]);
  });

  it('waits in another browser for the button, which signs in without the product, also after a reload', async () => {
    model.asked = false;
    await tab.arrive('link');
    expect([tab.state, tab.context.link?.email, model.signedIn]).toEqual(['link_elsewhere', EMAIL, false]);
    expect(tab.url).not.toMatch(/token|next_url/);
    await tab.reload();
    expect(tab.state).toBe('link_elsewhere');
    await tab.act(({ steps }) => steps.useLink());
    expect([tab.state, model.signedIn, model.agreed]).toEqual(['done', true, undefined]);
  });

  it('that was used says so, and does not lead on to the product of another browser', async () => {
    model.expire();
    model.asked = true;
    await tab.arrive('link');
    expect([tab.state, tab.flow.problem?.code]).toEqual(['start', 'LINK_EXPIRED']);
    expect(tab.url).not.toMatch(/token|next_url/);
  });

  it('for a new password signs in with it, and goes on to the product, in the browser that has asked', async () => {
    await tab.act(({ steps }) => steps.requestReset(EMAIL));
    await tab.arrive('reset');
    expect([tab.state, tab.context.link?.email, tab.url]).toEqual(['new_password', EMAIL, PAGE]);
    await tab.reload();
    await tab.act(({ steps }) => steps.setPassword(''));
    expect(tab.flow.problem).toMatchObject({ code: 'PASSWORD_MISSING', place: 'password' });
    await tab.act(({ steps }) => steps.setPassword('a new password'));
    expect([tab.state, model.agreed]).toEqual(['done', 'ada']);
    await tab.reload();
    expect(tab.state).toBe('continue');
  });

  it('for a new password does not lead to the product from another browser, where its code does not work', async () => {
    await tab.arrive('reset');
    await tab.reload();
    await tab.act(({ steps }) => steps.setPassword('a new password'));
    expect([tab.state, model.signedIn]).toEqual(['password_set', false]);
    expect(tab.url).not.toMatch(/token|next_url/);
  });

  it('for a new password that is too old leads to a new one', async () => {
    model.expire();
    await tab.arrive('reset');
    expect([tab.state, tab.flow.problem?.code]).toEqual(['reset', 'LINK_EXPIRED']);
  });
});

it('a new password is refused for its length without a call, by characters and not by units of UTF-16', async () => {
  tab = await Tab.open(model);
  const refused = async (password: string) => {
    await tab.act(({ flow }) => flow.go('sign_up'));
    const before = model.calls.length;
    await tab.act(({ steps }) => steps.signUp(EMAIL, password));
    return [tab.state, tab.flow.problem, model.calls.length - before];
  };
  const short = { code: 'PASSWORD_TOO_SHORT', place: 'password', retryAfter: undefined };
  for (const password of ['short', '🔑🔑🔑🔑🔑🔑🔑', 'e\u0301'.repeat(7)])
    expect(await refused(password)).toEqual(['sign_up', short, 0]);
  await tab.act(({ flow }) => flow.go('new_password', { linkToken: 'x' }));
  await tab.act(({ steps }) => steps.setPassword('short'));
  expect([tab.state, tab.flow.problem]).toEqual(['new_password', short]);
  expect(await refused('🔑🔑🔑🔑🔑🔑🔑🔑')).toEqual(['second_step', undefined, 1]);
});

it('who has signed out everywhere reads that, also after a reload, until somebody signs in', async () => {
  tab = await Tab.open(new ServiceModel({ ...known, factor: 'none' }), { signedOut: 'everywhere' });
  expect([tab.state, tab.context.signedOut]).toEqual(['start', true]);
  await tab.reload();
  expect(tab.context.signedOut).toBe(true);
  await tab.act(({ steps }) => steps.signIn(EMAIL, 'a password'));
  await tab.act(({ steps }) => steps.signOut());
  expect([tab.state, tab.context.signedOut]).toEqual(['start', undefined]);
});
