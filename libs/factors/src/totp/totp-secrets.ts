import { Env, SecretBox } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { stepOf } from './totp-code.js';
import type { TotpFactor } from './totp-factor.entity.js';

/** A code that fits a factor, by its time step. */
export interface TotpMatch {
  factorId: string;
  step: number;
  /** Since when the factor is confirmed, in epoch seconds; 0 before its first code. */
  since: number;
  /** The secret, sealed anew, if it was sealed with the previous `AUTH_SECRET`. */
  resealed?: string;
}

type Key = Pick<TotpFactor, 'uid' | 'factorId'>;

/** Seals the secrets of authenticator apps, and compares codes with them. */
@Injectable()
export class TotpSecrets {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'totp');
  }

  /** @param secret in base32 */
  seal(secret: string, factor: Key): string {
    return this.box.seal(secret, labelOf(factor));
  }

  /** The secret in base32; undefined when it was sealed with an unknown key, or for another user or factor. */
  open(factor: TotpFactor): string | undefined {
    return this.box.open(factor.secretSealed, labelOf(factor))?.text;
  }

  /** The first of these factors that a code fits; undefined for a wrong or an old code. */
  match(factors: TotpFactor[], code: string): TotpMatch | undefined {
    for (const factor of factors) {
      const opened = this.box.open(factor.secretSealed, labelOf(factor));
      const step = opened && stepOf(code, opened.text, factor, this.clock.now());
      if (step === undefined || step <= (factor.lastStep ?? -1)) continue;
      const since = factor.confirmedAt ?? 0;
      return {
        factorId: factor.factorId,
        step,
        since,
        ...(opened?.stale && { resealed: this.seal(opened.text, factor) }),
      };
    }
    return undefined;
  }
}

/** A secret that was moved to another user or factor does not open. */
function labelOf({ uid, factorId }: Key): string {
  return `${uid}/${factorId}`;
}
