import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from './index.js';

/**
 * The SHA-256 of each migration that has landed. It is recorded with the migration and never changes: a database that has
 * applied the file does not apply it again. What must change later is a migration of its own.
 */
const CHECKSUMS: Record<string, string> = {
  '1763700000001-accounts.ts': 'b1070260863225c9cd899c4ac29b002fe68338de404ef8f5b1f673948929d7bb',
  '1763800000002-links-and-mail.ts': 'c271dc742db42d52c1a3ca89c3e2d05d7b8da11430e646e1d8f86a2d262942ba',
  '1763900000003-administration.ts': 'bf1df0862c516b65a87d4dbc985939919a9ec5eb919e528eb168c4428a69bdee',
  '1764000000004-repair-sign-ins.ts': 'b811375e5c47a69d002e4816788cf1d6050dccbe117e2cf289dce15b0d2dc626',
  '1764000000005-proof-of-addresses.ts': '8414b2f4051632edd69367451ac9c001dbb40a90e30ac6afbc1cc731176189fd',
  '1764000000006-sign-in-addresses.ts': '409210f36cb1c4e47e11dcc16655a56befd7c1af0a6fd15da8da7fc401c2ed0d',
  '1764000000007-hash-steps.ts': '947ef1ca478feaec71002337b2b5268b159437695d44e46c951b8d65521a864d',
  '1764000000008-factors.ts': '5b85a403ac003772378659a3793b8408019a753da8b59328d121fabc5d6d093e',
  '1764000000009-federation.ts': '283787729bfad0715af720dd89c03112f19267fc082cab50c886b2995f87aa48',
  '1764000000010-claims.ts': '42121588db93bd88ff3092523595edf3100535cc603b4fa99ba13da865ef8156',
  '1764000000011-webhooks.ts': '5aba386a776b12de18cf97d73cd11f64b5e35736bf43cc1a5fa3ca170c612184',
  '1764000000012-impersonation.ts': 'b714f7bf45605e66ec30c7d1103a275e4d2e9e1a6688df0de0c630c306ab9780',
  '1764000000013-console.ts': '1ef7fa050de1587340f5e2554ed800f7a9c8fdfa4025cf10b5f2bae7957a7828',
  '1764000000016-delivery-status.ts': '8f486d2551b03b7c2d4ec13979d15f450fb45b8dff8d986696b79406fa87ce06',
  '1764000000017-user-states.ts': '3d42211e0975752f18dfc9f1e95325b476d11615cffd144506b22a247efcdcf2',
  '1764000000018-access-rules.ts': '18b170520a0e5365207b05a970d526221a04dc77af28efd34859fa6ac2171302',
  '1764000000019-claimed-addresses.ts': '17832c3cc200be831d0afc94e9145cd398cfbcd47d0c8660c1235aa7c20d1b7d',
  '1764000000021-administrator-index.ts': '56188d2fba9d05cd1ccb88902fdad63ba949a5b6d586ad3591b98f767abadc7f',
  '1764000000022-sign-ins-under-way.ts': '5bb7d946d9712b98adebd48bd73f3a12dfe9726d04666234aabbbda22f80c574',
  '1764000000023-cookie-sessions.ts': 'fee27f3839a07e0c1cf814f196dcdae06f8ccb08002be46ed1cabfa36fe7f4eb',
  '1764000000024-machines.ts': '5d944914f4cb45707ad274433876fcc86373b081d663a92222e4c93819e0558d',
  '1764000000025-devices.ts': '44f7f12430bec147c8f5229760768adf0f31778f4799d6a5741b6a399840ea65',
  '1764000000026-user-filters.ts': '80234ed796b607e6c2c0a887940ced8deea0e1df2bb7c05e146cce899b68a19d',
  '1764000000027-noticed-devices.ts': '4aa874861b3bcd6e9fab63d557fe63d0f31909eec97895b668a11571ba5fc61d',
  '1764000000028-link-makers.ts': '6bb0e5ac6846a0cd130eb25ceaf3467b8c52c40a0c9ef1e8f66f89163a6097d4',
  '1764000000029-sessions-in-sessions.ts': '3af1128f1ecab71fd0f3acbd48d2c7954094bc85af2c5be25848135b1b986fc4',
  '1764000000032-begun-apps.ts': '4259d4664e2dd149a578ca8f048463a04f152880e688d078544e42e055e6e1de',
};

const files = readdirSync(__dirname)
  .filter((name) => /^\d{13}-.+\.ts$/.test(name))
  .sort();

it('every migration has a recorded checksum', () => {
  expect(files).toEqual(Object.keys(CHECKSUMS));
});

it.each(files)('the migration %s has not been edited since it landed', (name) => {
  // Windows may check files out with other line ends.
  const text = readFileSync(join(__dirname, name), 'utf8').replaceAll('\r\n', '\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(CHECKSUMS[name]);
});

it('the list of migrations has every file, in the order of their names', () => {
  const stamps = files.map((name) => name.slice(0, 13));
  expect(MIGRATIONS.map(({ name }) => name.slice(-13))).toEqual(stamps);
});
