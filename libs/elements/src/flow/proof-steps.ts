import type { ProofMethod } from '@latchkey/client';
import { FactorSteps } from './factor-steps.js';

/** The calls by which a signed-in user proves again who they are. */
export class ProofSteps extends FactorSteps {
  reauthenticate(method: ProofMethod, { password = '', code = '' }: Record<string, string>): void {
    const { client } = this.service;
    const { codeToken = '' } = this.flow.context;
    if (this.missing(method === 'password' ? { password } : { code })) return;
    const proofs = {
      password: { password },
      totp: { code },
      recovery_code: { recovery_code: code },
      email_code: { code_token: codeToken, email_code: code },
      passkey: {},
    };
    this.run('reauthenticate', () => client.reauthenticate(proofs[method]));
  }

  reauthenticateByPasskey(): void {
    this.run('reauthenticate_passkey', () => this.service.passkeys.reauthenticate());
  }

  requestProofCode(): void {
    this.run('ask_reauthentication', () => this.service.client.requestReauthenticationCode());
  }
}
