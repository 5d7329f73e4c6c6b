import { ApiError } from '@app/errors';
import { isCoseKey, type NewPasskey } from '@app/factors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { LAST_SECOND } from '../../input/fields.js';
import { FieldReader, isBoolean, isInteger, isText } from './field-reader.js';
import { isName, NAME_FORM } from './imported-totp.dto.js';

/** 1,023 bytes in base64url (WebAuthn Level 3, section 4). */
const LONGEST_ID = 1_364;
const LONGEST_KEY = 2_048;
/** 64 bytes in base64url. */
const LONGEST_HANDLE = 86;
const BASE64URL = /^[\w-]+$/;
const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
/** Sixteen bytes in the form of a UUID, which need not be one (RFC 9562). */
const AAGUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NO_AAGUID = '00000000-0000-0000-0000-000000000000';
/** The greatest number that fits into the column. */
const MOST_SIGNATURES = LAST_SECOND;

/** A passkey in a line of an import. */
export class ImportedPasskey {
  @ApiProperty({ description: 'In base64url.' })
  credential_id!: string;

  @ApiProperty({ description: 'The COSE key in base64url: ES256, EdDSA or RS256.' })
  public_key!: string;

  @ApiProperty({ description: 'The user handle in base64url.' })
  handle!: string;

  @ApiProperty({ description: 'The relying party id for which the passkey was made.' })
  rp_id!: string;

  @ApiPropertyOptional({ type: 'integer', default: 0 })
  counter?: number;

  @ApiProperty({ description: 'Whether the passkey may be copied to other devices.' })
  backup_eligible!: boolean;

  @ApiPropertyOptional({ default: false, description: 'Whether the passkey has been copied.' })
  synced?: boolean;

  @ApiPropertyOptional({ type: [String], enum: TRANSPORTS })
  transports?: string[];

  @ApiPropertyOptional({ format: 'uuid', description: 'The model of the authenticator.' })
  aaguid?: string;

  @ApiPropertyOptional({ maxLength: 100, default: 'Passkey' })
  name?: string;
}

/** @throws {ApiError} INVALID_FACTOR */
export function toNewPasskey(fields: object, place: string): NewPasskey {
  const reader = new FieldReader({ ...fields }, place);
  const base64url = (name: string, most: number) => {
    const text = reader.get(name, isText(BASE64URL, most), `base64url of at most ${most} characters`);
    return Buffer.from(text, 'base64url').toString('base64url');
  };
  const passkey = {
    credentialId: base64url('credential_id', LONGEST_ID),
    publicKey: base64url('public_key', LONGEST_KEY),
    handle: base64url('handle', LONGEST_HANDLE),
    rpId: reader.get('rp_id', isText(HOST, 253), 'a host name in lower case'),
    counter: reader.get('counter', isInteger(0, MOST_SIGNATURES), 'an integer from 0 to 4294967295', 0),
    backupEligible: reader.get('backup_eligible', isBoolean, 'true or false'),
    synced: reader.get('synced', isBoolean, 'true or false', false),
    transports: reader.get('transports', areTransports, `a list of ${TRANSPORTS.join(', ')}`, []).join(),
    aaguid: reader.get('aaguid', isText(AAGUID), 'a UUID', NO_AAGUID).toLowerCase(),
    name: reader.get('name', isName, NAME_FORM, 'Passkey'),
  };
  reader.finish();
  const fail = (form: string) => new ApiError('INVALID_FACTOR', `${place}.${form}.`);
  if (!isCoseKey(passkey.publicKey)) throw fail('public_key must be a COSE key for ES256, EdDSA or RS256');
  if (passkey.synced && !passkey.backupEligible) throw fail('synced must not be true where backup_eligible is false');
  return passkey;
}

/** A passkey for a line of an export. */
export function toImportedPasskey(passkey: NewPasskey): ImportedPasskey {
  return {
    credential_id: passkey.credentialId,
    public_key: passkey.publicKey,
    handle: passkey.handle,
    rp_id: passkey.rpId,
    counter: passkey.counter,
    backup_eligible: passkey.backupEligible,
    synced: passkey.synced,
    transports: passkey.transports === '' ? [] : passkey.transports.split(','),
    aaguid: passkey.aaguid,
    name: passkey.name,
  };
}

function areTransports(value: unknown): value is string[] {
  return (
    Array.isArray(value) && new Set(value).size === value.length && value.every((item) => TRANSPORTS.includes(item))
  );
}
