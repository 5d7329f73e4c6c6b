import type { Answer, Call } from '../http/http.js';
import type { App, SignedUp } from '../service/app.js';
import { type Behaviour, SoftPasskey } from './authenticator.js';

export const PASSKEYS = '/api/auth/user/passkeys';
/** The RP ID and the origin of the service that these functions talk to. */
export const RP_ID = 'example.com';
export const ORIGIN = 'https://app.example.com';

/** Creation options with their challenge. */
export async function creation(app: App, token: string) {
  const answer = await app.post(`${PASSKEYS}/options`, {}, { token });
  if (answer.status !== 200) throw new Error(`options answered ${answer.status} ${answer.text}`);
  return answer.json;
}

/** Adds a passkey. */
export async function addPasskey(app: App, token: string, behaviour: Behaviour = {}, idBytes?: number) {
  const passkey = new SoftPasskey(ORIGIN, idBytes);
  const { challenge_id, options } = await creation(app, token);
  const credential = passkey.create(options, behaviour);
  const answer = await app.post(PASSKEYS, { challenge_id, credential, name: 'Phone' }, { token });
  if (answer.status !== 200) throw new Error(`passkeys answered ${answer.status} ${answer.text}`);
  return { passkey, passkeyId: answer.json.passkey_id as string };
}

/** A new user with a proved address and a passkey. */
export async function passkeyUser(app: App, behaviour: Behaviour = {}, idBytes?: number) {
  const user: SignedUp = await app.signUp();
  await app.prove(user.uid);
  return { ...user, ...(await addPasskey(app, user.token, behaviour, idBytes)) };
}

/** The options of a sign-in. */
export async function loginOptions(app: App) {
  return (await app.post('/api/auth/passkey/options')).json;
}

/** Signs in by a passkey. */
export async function passkeyLogin(
  app: App,
  passkey: SoftPasskey,
  behaviour: Behaviour = {},
  call: Call = {},
): Promise<Answer> {
  const { challenge_id, options } = await loginOptions(app);
  return app.post('/api/auth/passkey/login', { challenge_id, credential: passkey.get(options, behaviour) }, call);
}
