import { normaliseEmail } from '@app/config';
import { ApiError } from '@app/errors';
import { type ExportedIdentity, linkOf, type NewIdentity, Providers, subjectKey } from '@app/federation';
import { Injectable } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { isAddress } from '../../input/fields.js';
import { FieldReader, isText } from './field-reader.js';

/** The most identities of one line. */
export const MOST_IDENTITIES = 20;

/** An account at an external provider, in a line of an import. */
export class ImportedIdentity {
  @ApiProperty({ description: 'The id of the provider.' })
  provider!: string;

  @ApiProperty({ maxLength: 255, description: 'Its `sub`; of Entra the `oid`, of GitHub the number of the account.' })
  subject!: string;

  @ApiPropertyOptional({
    format: 'uuid',
    description: 'Of Entra: the `tid`. Left out where the issuer names the tenant.',
  })
  tenant?: string;

  @ApiPropertyOptional({ description: 'What an export writes where the provider does not give it.' })
  key?: string;

  @ApiPropertyOptional({ format: 'email', description: 'The address at the provider. It decides nothing.' })
  email?: string;
}

const isSubject = isText(/^(?=.*\S)[^\p{Cc}]+$/u, 255);
const isTenant = isText(/^[\da-f-]{36}$/i);
const isKey = isText(/^[\da-f]{64}$/);
const left = (value: unknown): value is undefined => value === undefined;
const optional =
  <T>(fits: (value: unknown) => value is T) =>
  (value: unknown): value is T | undefined =>
    left(value) || fits(value);

/** Reads the identities in lines of an import. Their keys depend on the providers. */
@Injectable()
export class ImportedIdentities {
  constructor(private readonly providers: Providers) {}

  /** @throws {ApiError} INVALID_FACTOR, naming the field */
  async read({ identities = [] }: { identities?: ImportedIdentity[] }): Promise<NewIdentity[]> {
    const read: NewIdentity[] = [];
    for (const [index, fields] of identities.entries())
      read.push(await this.readOne({ ...fields }, `identities[${index}]`));
    if (new Set(read.map(linkOf)).size < read.length)
      throw new ApiError('INVALID_FACTOR', 'identities must not have the same identity twice.');
    return read;
  }

  private async readOne(fields: Record<string, unknown>, place: string): Promise<NewIdentity> {
    const reader = new FieldReader(fields, place);
    const providerId = reader.get('provider', isText(/./), 'the id of a provider');
    const subject = reader.get('subject', isSubject, 'a text of 1 to 255 characters');
    const tenant = reader.get('tenant', optional(isTenant), 'a UUID')?.toLowerCase();
    const key = reader.get('key', optional(isKey), 'a SHA-256 in hexadecimal');
    const email = reader.get('email', optional(isAddress), 'an address') ?? null;
    reader.finish();
    const provider = await this.providers.find(providerId);
    if (!provider) throw new ApiError('INVALID_FACTOR', `${place}.provider must be the id of a provider.`);
    const isEntra = provider.kind === 'microsoft';
    const given = { subject: isEntra ? subject.toLowerCase() : subject, tenant, key };
    const keyHash = subjectKey(provider, given);
    if (keyHash !== undefined)
      return { providerId, keyHash, subject: given.subject, email: (email && normaliseEmail(email)) ?? null };
    if (!isEntra && tenant !== undefined)
      throw new ApiError('INVALID_FACTOR', `${place}.tenant must be left out for this provider.`);
    const forms = isEntra
      ? 'tenant and subject must be the tid and the oid of an account of an allowed tenant'
      : 'subject must be the number of an account';
    throw new ApiError('INVALID_FACTOR', `${place}.${forms}.`);
  }
}

/** Identities for a line of an export; undefined for none. */
export function toImportedIdentities(identities: ExportedIdentity[] = []): ImportedIdentity[] | undefined {
  if (identities.length === 0) return undefined;
  return identities.map(({ providerId: provider, subject, tenant, key, email }) => {
    return { provider, subject, tenant, key, email: email ?? undefined };
  });
}
