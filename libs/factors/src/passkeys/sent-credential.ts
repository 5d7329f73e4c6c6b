import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** A credential as a client sent it: any JSON object. */
export type SentCredential = Readonly<Record<string, unknown>>;

/** WebAuthn Level 3, section 7.1, step 25. */
const MOST_ID_BYTES = 1_023;
const BASE64URL = /^[\w-]+$/;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

/** The parts of a new credential that the service needs; undefined if it is malformed. */
export function readRegistration(sent: SentCredential): RegistrationResponseJSON | undefined {
  const id = idOf(sent);
  const { clientDataJSON, attestationObject, transports } = objectOf(sent.response);
  if (id === undefined || !isBase64Url(clientDataJSON) || !isBase64Url(attestationObject)) return undefined;
  const known = TRANSPORTS.filter((name) => Array.isArray(transports) && transports.includes(name));
  const response = { clientDataJSON, attestationObject, transports: known };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** The parts of a used credential that the service needs; undefined if it is malformed. */
export function readAssertion(sent: SentCredential): AuthenticationResponseJSON | undefined {
  const id = idOf(sent);
  const { clientDataJSON, authenticatorData, signature, userHandle } = objectOf(sent.response);
  if (id === undefined || !isBase64Url(clientDataJSON)) return undefined;
  if (!isBase64Url(authenticatorData) || !isBase64Url(signature)) return undefined;
  // A browser sends null, or nothing, if the authenticator does not store the handle.
  const handle = userHandle ?? undefined;
  if (handle !== undefined && !isBase64Url(handle)) return undefined;
  const response = { clientDataJSON, authenticatorData, signature, userHandle: handle };
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

/** Whether the page was in a frame of another site, which could make the user click unknowingly. */
export function isCrossOrigin(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return crossOrigin === true || topOrigin !== undefined;
}

function idOf({ id, rawId, type }: SentCredential): string | undefined {
  const fits = isBase64Url(id) && id === rawId && type === 'public-key';
  return fits && Buffer.byteLength(id, 'base64url') <= MOST_ID_BYTES ? id : undefined;
}

/** Only the canonical form, so that one credential has one text. */
function isBase64Url(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    BASE64URL.test(value) &&
    Buffer.from(value, 'base64url').toString('base64url') === value
  );
}

function objectOf(value: unknown): SentCredential {
  return typeof value === 'object' && value !== null ? (value as SentCredential) : {};
}
