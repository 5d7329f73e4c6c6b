import { qrCodeOf } from '../parts/qr-code.js';
import { StepRunner } from './step-runner.js';

/** The calls of the second step, and of an enrolment. */
export class FactorSteps extends StepRunner {
  verify(code: string, isRecoveryCode: boolean): void {
    const { mfaToken = '', trusts: trustDevice } = this.flow.context;
    const { client } = this.service;
    if (this.missing({ code })) return;
    this.run('verify_code', () =>
      isRecoveryCode
        ? client.useRecoveryCode(mfaToken, code, { trustDevice })
        : client.verifyTotp(mfaToken, code, { trustDevice }),
    );
  }

  verifyPasskey(): void {
    const { mfaToken = '', trusts: trustDevice } = this.flow.context;
    this.run('verify_passkey', () => this.service.passkeys.verify(mfaToken, { trustDevice }));
  }

  addApp(): void {
    const { mfaToken } = this.flow.context;
    void this.flow.run('add_app', async () => {
      const { factor_id: factorId, secret, uri } = await this.service.client.factors.addTotp(undefined, mfaToken);
      return { app: { factorId, secret, qr: await qrCodeOf(uri) } };
    });
  }

  confirmApp(code: string): void {
    const { app, mfaToken } = this.flow.context;
    if (this.missing({ code })) return;
    this.run('confirm_app', () => this.service.client.factors.confirmTotp(app?.factorId ?? '', code, mfaToken));
  }

  addPasskey(): void {
    const { mfaToken } = this.flow.context;
    this.run('add_passkey', () => this.service.passkeys.create(undefined, mfaToken));
  }

  /** Confirms the address by an email code, before a factor is added. */
  prove(code: string): void {
    const { codeToken = '', mfaToken } = this.flow.context;
    const { client } = this.service;
    if (this.missing({ code })) return;
    this.run('prove', () =>
      mfaToken === undefined ? client.proveEmail(codeToken, code) : client.signInWithCode(codeToken, code, mfaToken),
    );
  }
}
