import type { ProofMethod } from '@latchkey/client';
import type { TemplateResult } from 'lit';
import type { TextKey, Wording } from '../texts/texts.js';
import { CODE, type Form, field, link } from './fields.js';
import type { Service } from './service.js';

/** The methods from the most to the least convenient one, each with the text that offers it. */
export const METHODS: Record<ProofMethod, TextKey> = {
  passkey: 'withPasskey',
  totp: 'useApp',
  password: 'usePassword',
  email_code: 'withCode',
  recovery_code: 'useRecoveryCode',
};

/** Beside which field the message of an error is. */
export const PLACES: Record<string, string> = { INVALID_PASSWORD: 'password', INVALID_CODE: 'code' };

/** The ways to another method. */
export function otherMethods(
  { wording, methods, method }: { wording: Wording; methods: ProofMethod[]; method: ProofMethod | undefined },
  choose: (method: ProofMethod) => void,
): TemplateResult[] {
  const others = methods.filter((each) => each !== method);
  return others.map((each) => link(wording.text(METHODS[each]), () => choose(each)));
}

/** The field for a proof that the user types. */
export function proofField(form: Form, method: ProofMethod): TemplateResult {
  if (method === 'password')
    return field(form, { id: 'password', label: 'password', type: 'password', autocomplete: 'current-password' });
  if (method === 'recovery_code') return field(form, { id: 'code', label: 'recoveryCode', autocomplete: 'off' });
  return field(form, CODE);
}

/** Sends what the user has typed, or what the passkey says. */
export function sendProof(
  { client, passkeys }: Service,
  method: ProofMethod,
  { password = '', code = '', codeToken = '' }: Record<string, string>,
): Promise<void> {
  const proofs = {
    passkey: () => passkeys.reauthenticate(),
    password: () => client.reauthenticate({ password }),
    totp: () => client.reauthenticate({ code }),
    recovery_code: () => client.reauthenticate({ recovery_code: code }),
    email_code: () => client.reauthenticate({ code_token: codeToken, email_code: code }),
  };
  return proofs[method]();
}
