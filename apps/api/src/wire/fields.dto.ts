import { emailObjection, isAddress, normaliseEmail } from '@app/config';
import { BoundedObject, ERRORS, failsWith } from '@app/errors';
import { claimsObjection, isClaims, MAX_CLAIMS_BYTES } from '@app/users';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min, ValidateBy, ValidateIf } from 'class-validator';

type Code = Parameters<typeof failsWith>[0];

const MAX_METADATA_BYTES = 16 * 1024;
/** The greatest time that fits into a column of the database, in epoch seconds. */
export const LAST_SECOND = 2 ** 32 - 1;

/** The field is optional. `null` counts as a value of the wrong type. */
export const MayBeLeftOut = () => ValidateIf((_dto, value) => value !== undefined);

/** Brings an email into its stored form; removes the blanks around any other text. */
export const asStoredEmail = Transform(({ value }) =>
  typeof value === 'string' ? (normaliseEmail(value) ?? value.trim()) : value,
);

/** A required text. */
export function Text(code: Code, description: string): PropertyDecorator {
  return applyDecorators(IsString(failsWith(code)), ApiProperty({ description }));
}

/** An optional text. */
export function OptionalText(code: Code, description: string): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), IsString(failsWith(code)), ApiPropertyOptional({ description }));
}

/** The optional language of an email and of the page of its link. An unknown one is no error: they then have the default language. */
export function OptionalLocale(): PropertyDecorator {
  return OptionalText(
    'INVALID_REQUEST',
    'The language of the email and of the page of its link, a tag such as `de` or `pt-BR`. Default: that of the header Accept-Language.',
  );
}

/** An optional `true` or `false`. The documented default is false unless another one, or none, is given. */
export function OptionalBoolean(description: string, otherwise: { default?: boolean } = { default: false }) {
  return applyDecorators(
    MayBeLeftOut(),
    IsBoolean(failsWith('INVALID_REQUEST')),
    ApiPropertyOptional({ description, ...otherwise }),
  );
}

/** One of a few words; optional. */
export function OptionalChoice(choices: readonly string[], description: string): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsIn(choices, failsWith('INVALID_REQUEST', `$property must be one of ${choices.join(', ')}`)),
    ApiPropertyOptional({ enum: choices, description }),
  );
}

/** An optional integer that is not negative. */
export function OptionalWhole({ max, description }: { max: number; description: string }): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', `$property must be an integer from 0 to ${max}`);
  return applyDecorators(
    MayBeLeftOut(),
    IsInt(form),
    Min(0, form),
    Max(max, form),
    ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: max, description }),
  );
}

/** An optional time in UNIX epoch seconds. */
export function OptionalSeconds(description: string): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), EpochSeconds(description, false));
}

/** A time. */
export function EpochSeconds(description: string, required = true): PropertyDecorator {
  const form = failsWith('INVALID_REQUEST', '$property must be a time in UNIX epoch seconds');
  const text = { type: 'integer' as const, required, description: `${description} UNIX epoch seconds.` };
  return applyDecorators(IsInt(form), Min(0, form), Max(LAST_SECOND, form), ApiProperty(text));
}

const emailForm = {
  description:
    'An address, case-insensitive. ASCII before the @; an international domain is stored by its A-label (`xn--…`).',
  format: 'email',
  maxLength: 254,
};

/** A required address that could receive mail: `INVALID_EMAIL` otherwise. */
export function Email(): PropertyDecorator {
  return applyDecorators(asStoredEmail, IsAddress(), ApiProperty(emailForm));
}

/** An optional address that could receive mail. */
export function OptionalEmail(): PropertyDecorator {
  return applyDecorators(MayBeLeftOut(), asStoredEmail, IsAddress(), ApiPropertyOptional(emailForm));
}

/** An optional JSON text. */
export function OptionalMetadata(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    ValidateBy(rule('isJsonText', isJsonText), failsWith('INVALID_METADATA')),
    ApiPropertyOptional({
      description: 'Any valid JSON, at most 16 KiB; kept byte for byte.',
      example: '{"plan":"pro"}',
    }),
  );
}

/**
 * A text of so many code points. `Length` of class-validator does not count variation selectors, and a column does.
 * @param form the failure of any other value
 */
export function HasLength(least: number, most: number, form: ReturnType<typeof failsWith>): PropertyDecorator {
  const lengthOf = (value: unknown) => (typeof value === 'string' ? [...value].length : -1);
  const fits = (value: unknown) => lengthOf(value) >= least && lengthOf(value) <= most;
  return ValidateBy(rule('hasLength', fits), form);
}

const NAME = failsWith('INVALID_REQUEST', 'name must be a text of 1 to 100 printable characters');

/** The name that a person gives to a client, a key or a token. */
export function GivenName(description: string, optional = false): PropertyDecorator {
  return applyDecorators(
    ...(optional ? [MayBeLeftOut()] : []),
    HasLength(1, 100, NAME),
    Matches(/^\P{C}+$/u, NAME),
    optional ? ApiPropertyOptional({ description }) : ApiProperty({ description }),
  );
}

function IsAddress(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) =>
    (typeof value === 'string' ? emailObjection(value) : undefined) ?? ERRORS.INVALID_EMAIL.message;
  return ValidateBy(rule('isAddress', isAddress), failsWith('INVALID_EMAIL', message));
}

/** class-validator drops the context of a rule that has no message. */
function rule(name: string, validate: (value: unknown) => boolean): Parameters<typeof ValidateBy>[0] {
  return { name, validator: { validate, defaultMessage: () => '$property is not valid' } };
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !value.isWellFormed() || Buffer.byteLength(value) > MAX_METADATA_BYTES) return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

export const CLAIMS_EXAMPLE = '{"roles":["editor"]}';

/** The text of a JSON object that an access token can repeat. */
export function IsClaims(): PropertyDecorator {
  const message = ({ value }: { value: unknown }) => claimsObjection(value) ?? ERRORS.INVALID_CLAIMS.message;
  return ValidateBy({ name: 'isClaims', validator: { validate: isClaims } }, failsWith('INVALID_CLAIMS', message));
}

/** The optional claims of a user. */
export function OptionalClaims(consequence = 'Default: `{}`.'): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    IsClaims(),
    ApiPropertyOptional({
      description: `What access tokens say about the user as \`app\`: a JSON object, kept byte for byte. A number that JavaScript would round is refused. ${consequence}`,
      maxLength: MAX_CLAIMS_BYTES,
      example: CLAIMS_EXAMPLE,
    }),
  );
}

const REASON = failsWith('INVALID_REQUEST', 'reason must be a text of 10 to 500 characters');

/** Why an administrator does something, for the event log. */
export function Reason(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.trim().toWellFormed() : value)),
    HasLength(10, 500, REASON),
    ApiProperty({ description: 'Why, for the event log.', minLength: 10, maxLength: 500 }),
  );
}

/** The times of what grants access: a token, a key, a client. In epoch seconds. */
interface Times<E extends number | null> {
  createdAt: number;
  expiresAt: E;
  lastUsedAt: number | null;
}

/** The times as the answers name them. */
export function toTimes<E extends number | null>({ createdAt, expiresAt, lastUsedAt }: Times<E>) {
  return { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}

const CHALLENGE_FORM = failsWith('INVALID_REQUEST', 'code_challenge must be 43 characters of base64url');
const CHALLENGE_MEANING = 'The SHA-256 of a random `code_verifier`, in base64url (RFC 7636, S256).';
const CHALLENGE_LENGTH = { minLength: 43, maxLength: 43 };

const isChallenge = () => applyDecorators(Matches(/^[\w-]{43}$/, CHALLENGE_FORM), IsString(CHALLENGE_FORM));

/** The base64url of a SHA-256 (RFC 7636, section 4.2). */
export function CodeChallenge(): PropertyDecorator {
  return applyDecorators(isChallenge(), ApiProperty({ ...CHALLENGE_LENGTH, description: CHALLENGE_MEANING }));
}

/** The same, optional. @param effect what it does */
export function OptionalCodeChallenge(effect: string): PropertyDecorator {
  const description = `${effect} ${CHALLENGE_MEANING}`;
  return applyDecorators(MayBeLeftOut(), isChallenge(), ApiPropertyOptional({ ...CHALLENGE_LENGTH, description }));
}

const CHALLENGE_ID = 'The `challenge_id` of the options.';
const CREDENTIAL_FORM = {
  type: 'object' as const,
  additionalProperties: true,
  description: 'The answer of the browser: `credential.toJSON()`. At most 16 KiB.',
};

export const ChallengeId = () => Text('INVALID_CHALLENGE', CHALLENGE_ID);
export const OptionalChallengeId = () => OptionalText('INVALID_CHALLENGE', CHALLENGE_ID);

/** The credential of a browser. */
export function Credential(): PropertyDecorator {
  return applyDecorators(BoundedObject(failsWith('INVALID_PASSKEY')), ApiProperty(CREDENTIAL_FORM));
}

export function OptionalCredential(): PropertyDecorator {
  return applyDecorators(
    MayBeLeftOut(),
    BoundedObject(failsWith('INVALID_PASSKEY')),
    ApiPropertyOptional(CREDENTIAL_FORM),
  );
}
