import { addPasskey, codeOf, ORIGIN, passkeyLogin, RP_ID } from '../support/factors/factors.js';
import { expectFailure } from '../support/http/http.js';
import { useIdp } from '../support/idp/idp.js';
import { addProvider, authorize, googleAccount, redeem } from '../support/idp/providers.js';
import { PASSWORD } from '../support/service/app.js';
import { linkIn, useMail } from '../support/service/mail.js';

const { app, mail } = useMail({ PASSKEY_RP_ID: RP_ID, PASSKEY_ORIGINS: ORIGIN });
const idp = useIdp();
const google = 'google';
beforeAll(async () => {
  await addProvider(app, idp, 'google', { id: google });
});

/** Times are whole seconds: what one request stores can have several of them, also when it is quick. */
const STEP = 1;

const undo = async (email: string, number = 1) => {
  const link = linkIn(await mail.emailWith(email, /\/user\/secure\?/, number));
  expect((await app.follow(link, 'POST')).linkError).toBeNull();
};
const identitiesOf = async (uid: string) => (await app.admin('GET', `/users/${uid}/identities`)).json.identities;

describe('in a request that takes several seconds', () => {
  it('the first factor of a sign-in that waited for it is removed by the link in the email about it', async () => {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
    const { mfa_token } = (await app.login(email, PASSWORD)).json;
    const { factor_id, secret } = (await app.post('/api/auth/user/mfa/totp', {}, { token: mfa_token })).json;
    const path = `/api/auth/user/mfa/totp/${factor_id}/confirm`;
    const code = await codeOf(app, secret);
    await app.service.whileStepping(STEP, () => app.post(path, { code }, { token: mfa_token }));
    expect((await app.login(email, PASSWORD)).code).toBe('MFA_REQUIRED');
    await undo(email);
    expect((await app.login(email, PASSWORD)).code).toBe('MFA_ENROLMENT_REQUIRED');
    expect(await app.sql('SELECT 1 FROM recovery_codes WHERE uid = ?', [uid])).toEqual([]);
  });

  it('an identity that a sign-in links is removed by the link in the email about it', async () => {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    const returned = await authorize(app, google, googleAccount(email));
    await app.service.whileStepping(STEP, () => redeem(app, returned));
    expect(await identitiesOf(uid)).toHaveLength(1);
    await undo(email);
    expect(await identitiesOf(uid)).toEqual([]);
  });

  it('an identity that a sign-in links is removed by the link about what its session adds later, too', async () => {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    const returned = await authorize(app, google, googleAccount(email));
    const { token } = (await app.service.whileStepping(STEP, () => redeem(app, returned))).json;
    const { passkey } = await addPasskey(app, token);
    await undo(email, 2);
    expect(await identitiesOf(uid)).toEqual([]);
    expectFailure(await passkeyLogin(app, passkey), 'PASSKEY_NOT_FOUND');
  });
});
