import { Injectable } from '@nestjs/common';
import type { ProviderFacts } from './provider-facts.js';

/** The providers of the file in `PROVIDERS_FILE`, after their checks. */
@Injectable()
export class DeclaredProviders {
  private readonly facts = new Map<string, ProviderFacts>();

  declare(facts: ProviderFacts): void {
    this.facts.set(facts.id, facts);
  }

  find(id: string): ProviderFacts | undefined {
    return this.facts.get(id);
  }

  get all(): ProviderFacts[] {
    return [...this.facts.values()];
  }
}
