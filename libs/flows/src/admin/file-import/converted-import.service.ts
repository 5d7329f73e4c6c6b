import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Providers } from '@app/federation';
import { ImportedHashes } from '@app/users';
import { Injectable } from '@nestjs/common';
import { providerFinder } from '../converters/providers.js';
import type { Omission } from '../converters/record/part.js';
import type { Staging } from '../converters/staging/staging.js';
import type { Target } from '../converters/staging/to-line.js';
import { type ImportOptions, type ImportReport, ImportService } from '../import-export/import.service.js';
import { toNewPasskey } from '../imported-factors/imported-passkey.dto.js';
import { toNewTotp } from '../imported-factors/imported-totp.dto.js';
import type { Lacks } from './lacks.js';

const FACTORS = { totp: toNewTotp, passkeys: toNewPasskey };

/** The users to import, and the place for what they lack. */
export interface Converted {
  staging: Staging;
  lacks: Lacks;
  /** The ids of providers here by names in the source. */
  providers?: ReadonlyMap<string, string>;
}

/** Imports users of another product after its files were read. */
@Injectable()
export class ConvertedImportService {
  constructor(
    private readonly imports: ImportService,
    private readonly providers: Providers,
    private readonly hashes: ImportedHashes,
    private readonly env: Env,
  ) {}

  /** @throws {ApiError} as `ImportService.run` */
  async run({ staging, lacks, providers }: Converted, options: ImportOptions): Promise<ImportReport> {
    const target = await this.target(providers);
    return this.imports.run(
      staging.lines(target, (...noted) => lacks.note(...noted)),
      options,
    );
  }

  private async target(given: ReadonlyMap<string, string> = new Map()): Promise<Target> {
    const existing = new Set((await this.providers.list()).map(({ id }) => id));
    for (const id of given.values()) {
      if (!existing.has(id)) throw new ApiError('INVALID_REQUEST', `No provider here has the id "${id}".`);
    }
    return {
      problemOf: (hash) => problemWith(() => this.hashes.check(hash)),
      problemOfFactor: (list, factor) => problemWith(() => FACTORS[list](factor, list)),
      providerOf: providerFinder(existing, given),
      waysIn: waysInOf(this.env),
    };
  }
}

/** How users without a password sign in: by a link, a code or a reset in an email, or once more by their old password. */
function waysInOf({ mailConfigured, migration }: Env): string[] {
  return [...(mailConfigured ? ['email'] : []), ...(migration ? ['MIGRATION_URL'] : [])];
}

/** Why a part of a user would be refused, in the words of the service. */
function problemWith(check: () => unknown): Omission | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
