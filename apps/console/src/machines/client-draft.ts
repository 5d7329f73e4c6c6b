import type { AdminSchemas } from '@latchkey/client/admin';
import { Failure } from '../api/failure';
import type { Client } from '../api/types';
import { t } from '../texts/texts';
import { dayEnd, dayOf } from '../ui/days';
import { wordsOf } from '../ui/words';

/** What an administrator types, as text. */
export interface ClientDraft {
  name: string;
  scopes: string;
  audiences: string;
  auth_method: Client['auth_method'];
  jwks: string;
  /** A day, or '' for no end. */
  expires: string;
}

export const EMPTY: ClientDraft = {
  name: '',
  scopes: '',
  audiences: '',
  auth_method: 'secret',
  jwks: '',
  expires: '',
};

/** The draft for a client that exists. */
export function draftOf({ name, scopes, audiences, auth_method, jwks, expires_at }: Client): ClientDraft {
  return {
    name,
    scopes: scopes.join(' '),
    audiences: audiences.join(' '),
    auth_method,
    jwks: jwks === null ? '' : JSON.stringify(jwks, null, 2),
    expires: expires_at === null ? '' : dayOf(expires_at),
  };
}

/** The fields of a request that creates a client. @throws {Failure} for a key set that is no JSON */
export function newClientOf(draft: ClientDraft): AdminSchemas['CreateClientRequest'] {
  const { name, scopes, audiences, auth_method, jwks, expires } = draft;
  return {
    name,
    scopes: wordsOf(scopes),
    audiences: wordsOf(audiences),
    auth_method,
    ...(auth_method === 'private_key_jwt' && { jwks: keySetIn(jwks) }),
    ...(expires !== '' && { expires_at: dayEnd(expires) }),
  };
}

/** The fields that differ from before. @throws {Failure} for a key set that is no JSON */
export function changesOf(draft: ClientDraft, before: ClientDraft): AdminSchemas['UpdateClientRequest'] {
  const { name, scopes, audiences, jwks, expires } = draft;
  return {
    ...(name !== before.name && { name }),
    ...(scopes !== before.scopes && { scopes: wordsOf(scopes) }),
    ...(audiences !== before.audiences && { audiences: wordsOf(audiences) }),
    ...(jwks !== before.jwks && { jwks: keySetIn(jwks) }),
    ...(expires !== before.expires && { expires_at: expires === '' ? null : dayEnd(expires) }),
  };
}

function keySetIn(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('INVALID_REQUEST', t.clients.noJson);
  }
}
