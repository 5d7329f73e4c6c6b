import type { Failure } from '../api/failure';
import { t } from '../texts/texts';
import type { ClientDraft } from './client-draft';

/** The fields by the names of the API, with their labels. */
const FIELDS: [string, keyof ClientDraft, string][] = [
  ['name', 'name', t.clients.name],
  ['scopes', 'scopes', t.clients.scopes],
  ['audiences', 'audiences', t.clients.audiences],
  ['expires_at', 'expires', t.clients.expires],
];
/** The messages about public keys name the set or one of its keys. */
const ABOUT_KEYS = /\b(?:jwks|kid)\b/;

interface FieldProblem {
  field: keyof ClientDraft;
  text: string;
}

/** The field that a failure is about; undefined if it is about none. */
export function problemOf(failure: Failure | undefined): FieldProblem | undefined {
  if (failure?.code !== 'INVALID_REQUEST') return undefined;
  const { message } = failure;
  for (const [name, field, label] of FIELDS) {
    if (message.startsWith(`${name} `)) return { field, text: label + message.slice(name.length) };
  }
  return ABOUT_KEYS.test(message) ? { field: 'jwks', text: message } : undefined;
}
