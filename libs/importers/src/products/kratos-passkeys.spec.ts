import { Fields } from '../fields.js';
import { readPasskeys } from './kratos.js';

const ID = '4f6f1d0a-58b0-4b0b-8f0e-0c2b8a2f7c01';
const base64 = (bytes: Buffer) => bytes.toString('base64');
// With characters that differ in Base64 and base64url.
const BYTES = Buffer.from([0xfb, 0xff, 0xfe, 1]);
const FLAGS = { user_present: true, user_verified: true, backup_eligible: true, backup_state: true };

/** A credential in the form of the structure CredentialWebAuthn of Kratos. */
const credential = (more: object = {}) => ({
  id: base64(BYTES),
  public_key: base64(BYTES),
  attestation_type: 'none',
  authenticator: { aaguid: base64(Buffer.alloc(16)), sign_count: 3, clone_warning: false },
  display_name: 'Phone',
  added_at: '2024-08-17T10:18:55Z',
  is_passwordless: true,
  flags: FLAGS,
  transport: ['hybrid', 'internal', 'telepathy'],
  ...more,
});
const method = (credentials: object[], more: object = { user_handle: base64(BYTES) }) => ({
  config: { credentials, ...more },
});
const read = (methods: object, rpId: string | undefined = 'example.com') => readPasskeys(ID, Fields.of(methods), rpId);

describe('the passkeys of Kratos', () => {
  it('are read with their handle, counter, flags, transports and name', () => {
    const aaguid = base64(Buffer.from('ea9b8d664d011d213ce4b6b48cb575d4', 'hex'));
    const authenticator = { aaguid, sign_count: 3, clone_warning: false };
    expect(read({ passkey: method([credential({ authenticator })]) })).toEqual({
      passkeys: [
        {
          credential_id: '-__-AQ',
          public_key: '-__-AQ',
          handle: '-__-AQ',
          rp_id: 'example.com',
          counter: 3,
          backup_eligible: true,
          synced: true,
          transports: ['hybrid', 'internal'],
          aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
          name: 'Phone',
        },
      ],
      isSecondFactor: false,
      omissions: [],
    });
  });

  it('are read once if both methods have them, and without the model if Kratos does not know it', () => {
    const { passkeys } = read({ passkey: method([credential()]), webauthn: method([credential()]) });
    expect(passkeys).toHaveLength(1);
    expect(passkeys[0]).toMatchObject({ aaguid: undefined });
  });

  it('were second factors unless they are passwordless', () => {
    expect(read({ webauthn: method([credential()]) }).isSecondFactor).toBe(false);
    expect(read({ webauthn: method([credential({ is_passwordless: false })]) }).isSecondFactor).toBe(true);
    expect(read({ webauthn: method([credential({ is_passwordless: undefined })]) }).isSecondFactor).toBe(true);
    expect(read({ passkey: method([credential({ is_passwordless: undefined })]) }).isSecondFactor).toBe(false);
  });

  it('have the bytes of the id as handle if Kratos did not store one', () => {
    const [passkey] = read({ webauthn: method([credential()], {}) }).passkeys;
    expect(passkey).toMatchObject({ handle: Buffer.from(ID.replaceAll('-', ''), 'hex').toString('base64url') });
  });

  it('are left out with the reason, without their flags or without the host name', () => {
    const old = credential({ flags: undefined });
    const reasons = (result: ReturnType<typeof read>) => result.omissions.map(({ message }) => message);
    expect(reasons(read({ webauthn: method([old, credential()]) }))).toEqual([
      'A passkey without its flags cannot be imported: an older Kratos made it.',
    ]);
    const without = readPasskeys(ID, Fields.of({ passkey: method([credential()]) }), undefined);
    expect(without).toMatchObject({ passkeys: [], isSecondFactor: false });
    expect(reasons(without)).toEqual(['A passkey needs --rp-id, the host name for which it was made.']);
  });
});
