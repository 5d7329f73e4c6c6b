import { Env, SettingsError } from '@app/config';
import { ApiError, RequestValidationPipe } from '@app/errors';
import { checkFacts, DeclaredProviders, type ProviderFacts } from '@app/federation';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FileProvider, toFacts } from './providers.dto.js';

/** Checks the providers of the file in `PROVIDERS_FILE` by the rules of the admin API. A wrong one stops the start. */
@Injectable()
export class FileProviders implements OnModuleInit {
  constructor(
    private readonly env: Env,
    private readonly declared: DeclaredProviders,
  ) {}

  /** @throws {SettingsError} */
  onModuleInit(): void {
    for (const facts of readFileProviders(this.env)) this.declared.declare(facts);
  }
}

/** @throws {SettingsError} naming the first entry that is wrong */
export function readFileProviders({ providerEntries, production }: Env): ProviderFacts[] {
  const pipe = new RequestValidationPipe();
  const known = new Set<string>();
  return providerEntries.map((entry, index) => {
    try {
      const facts = toFacts(pipe.transform(entry, { type: 'body', metatype: FileProvider }) as FileProvider);
      checkFacts(facts, production);
      if (known.has(facts.id)) throw new ApiError('PROVIDER_EXISTS');
      known.add(facts.id);
      return facts;
    } catch (error) {
      const wrong = `provider ${index + 1} of the file: ${(error as Error).message}`;
      throw new SettingsError([
        { variable: 'PROVIDERS_FILE', wrong, allowed: 'what docs/provider-administration.md describes' },
      ]);
    }
  });
}
