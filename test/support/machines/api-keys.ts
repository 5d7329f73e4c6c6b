import type { Answer } from '../http/http.js';
import type { App, SignedUp } from '../service/app.js';
import type { Service } from '../service/service.js';
import { ORDERS } from './clients.js';

export const API_KEYS = '/api/auth/user/api-keys';
export const KEY_TOKEN = '/api/auth/api-keys/token';
/** The settings of a service with API keys. */
export const WITH_KEYS = { API_KEY_SCOPES: 'orders:read,orders:write,stock', API_KEY_AUDIENCES: `${ORDERS},stock` };

export const KEY_FACTS = {
  name: 'Backup',
  scopes: ['orders:read', 'orders:write'],
  audiences: [ORDERS],
  expires_in: 86_400,
};

/** An API key of a user. */
export interface TestKeyOfUser {
  key_id: string;
  key: string;
}

export async function newApiKey(
  app: App,
  { token }: Pick<SignedUp, 'token'>,
  more: object = {},
): Promise<TestKeyOfUser> {
  const answer = await app.post(API_KEYS, { ...KEY_FACTS, ...more }, { token });
  if (answer.status !== 200) throw new Error(`api-keys answered ${answer.status} ${answer.text}`);
  return answer.json;
}

/** The exchange of a key for an access token. */
export function exchange(
  at: App | Service,
  key: unknown,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const service = 'service' in at ? at.service : at;
  return service.call('POST', KEY_TOKEN, { body: { key, ...more }, headers });
}
