// Puts one fault at a time into a copy of the product, builds it, and runs the specs that should find it.
//   node test/support/faults.mjs [number of a fault ...]
// Prints the first test that fails for each fault, and exits with 1 if a fault fails no test.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** For each fault: what it is, the file, the text in it, its replacement, and the specs to run. */
const FAULTS = [
  [
    'a refresh does not compare the generation',
    'libs/tokens/src/sessions/session-store.ts',
    'AND uid = ? AND generation = ?',
    'AND uid = ? AND generation <= ? + 1',
    ['refresh'],
  ],
  [
    'any older refresh token is accepted during the grace period',
    'libs/tokens/src/tokens.service.ts',
    'session.generation === generation + 1 && this.inGrace',
    'session.generation > generation && this.inGrace',
    ['refresh'],
  ],
  [
    'an expired refresh token is reported as invalid',
    'libs/tokens/src/tokens.service.ts',
    "throw new ApiError('EXPIRED_JWT')",
    "throw new ApiError('INVALID_REFRESH_TOKEN')",
    ['refresh'],
  ],
  [
    'old sessions are never removed',
    'libs/tokens/src/sessions/session-sweeper.ts',
    '[{ endedAt: LessThan(before) }, { expiresAt: LessThan(before) }]',
    '[{ endedAt: LessThan(before) }].slice(1)',
    ['sweeps'],
  ],
  [
    'expired links are never removed',
    'libs/tokens/src/links/link-sweeper.ts',
    "'to remove expired links', () => this.sweep()",
    "'to remove expired links', async () => void this.sweep.name",
    ['sweeps'],
  ],
  [
    'sending a letter is retried for ten days',
    'libs/mail/src/outbox.ts',
    'GIVE_UP_SECONDS = 86_400',
    'GIVE_UP_SECONDS = 864_000',
    ['outbox'],
  ],
  [
    'pages may be framed by the same origin',
    'apps/api/src/http/security-headers.ts',
    "frameguard: { action: 'deny' }",
    "frameguard: { action: 'sameorigin' }",
    ['wire'],
  ],
  [
    'answers may be cached',
    'apps/api/src/http/security-headers.ts',
    "'cache-control': 'no-store'",
    "'cache-control': 'no-cache'",
    ['wire'],
  ],
  [
    'the end of a session is not recorded',
    'apps/api/src/session/session-end.service.ts',
    'if (ended) await this.record',
    'if (!ended) await this.record',
    ['events', 'revocations'],
  ],
  [
    'a token of an ended session may still write',
    'apps/api/src/access/policies/stale-tokens.ts',
    "session.endReason === 'logout'",
    'session.endReason !== null',
    ['stale-tokens'],
  ],
  [
    'a change does not lock the row of the user',
    'libs/users/src/accounts/user-store.ts',
    "(this.env.database.type === 'mysql' ? found.setLock('pessimistic_write') : found)",
    "(this.env.database.type === 'mysql' ? found.where({ uid }) : found)",
    ['races', 'max-sessions', 'stale-tokens'],
  ],
  [
    'a sign-in does not check whether the password has changed in the meantime',
    'libs/users/src/accounts/credential-store.ts',
    'RECORD_SIGN_IN, values)) === 1',
    'RECORD_SIGN_IN, values)) >= 0',
    ['races'],
  ],
  [
    'an admin token has every scope',
    'apps/api/src/access/admin.guard.ts',
    'scope === undefined || !admin.scopes.includes(scope)',
    'scope === undefined',
    ['admin-scopes'],
  ],
  [
    'an admin token works one second longer',
    'libs/admin/src/admin-tokens.ts',
    'found.expiresAt <= this.clock.now()',
    'found.expiresAt < this.clock.now()',
    ['admin-tokens'],
  ],
  [
    'a revoked admin token works',
    'libs/admin/src/admin-tokens.ts',
    'findOneBy({ tokenHash, revokedAt: IsNull() })',
    'findOneBy({ tokenHash })',
    ['admin-tokens'],
  ],
  [
    'a list has no second page',
    'libs/database/src/query/keyset.ts',
    'query.limit(limit + 1)',
    'query.limit(limit)',
    ['admin-user-list', 'admin-events'],
  ],
  ['a redirect may carry a user name', 'apps/api/src/link/redirect-urls.ts', '!url.username && ', '', ['redirects']],
  [
    'a link can be used twice',
    'libs/tokens/src/links/link-store.ts',
    '.update({ tokenHash, usedAt: IsNull(), expiresAt',
    '.update({ tokenHash, expiresAt',
    ['magic-link', 'races'],
  ],
  [
    'a reset link lives as long as a verification link',
    'libs/tokens/src/links/link-store.ts',
    'reset_password: resetPasswordTtl',
    'reset_password: Math.max(verifyEmailTtl, resetPasswordTtl)',
    ['reset-token'],
  ],
  [
    'wrong passwords are not counted',
    'apps/api/src/access/policies/login-throttle.ts',
    'if (!counts) await counted.takeBack()',
    'if (counts || !counts) await counted.takeBack()',
    ['security/limits'],
  ],
  [
    'events are kept ten times as long',
    'libs/events/src/event-log.ts',
    'this.clock.now() - eventsTtl)',
    'this.clock.now() - 10 * eventsTtl)',
    ['sweeps'],
  ],
  [
    'a disabled user is not in the list of revocations',
    'apps/api/src/well-known/revocations.service.ts',
    ", 'user.disabled'];",
    '];',
    ['revocations'],
  ],
  [
    'a token of another type is an access token',
    'libs/auth/src/tokens/claims.ts',
    "const ours = typ === 'access' &&",
    'const ours = typ !== undefined &&',
    ['forgery'],
  ],
  [
    'a sign-in counts as recent for twice as long',
    'apps/api/src/access/policies/recent-sign-in.ts',
    '<= reauthMaxAge;',
    '<= 2 * reauthMaxAge;',
    ['recent-sign-in'],
  ],
  [
    'the undo link ends with the other links',
    'libs/tokens/src/links/link-revocation.ts',
    "await this.expire({ uid, purpose: Not('undo_email_change') });",
    'await this.expire({ uid });',
    ['undo-email-change'],
  ],
  [
    'a new email of a user with a factor does not wait',
    'apps/api/src/address-change/email-change.ts',
    "this.env.emailChange === 'confirm' || this.pending.isNeeded(uid)",
    "this.env.emailChange === 'confirm'",
    ['property'],
  ],
  [
    'an email is proved while the sign-in waits for a factor',
    'apps/api/src/sign-in/sign-in-gate.ts',
    '    const demand = await this.demands.of(user, proof);\n    if (demand) return { demand };\n    if (proof.provesAddress)',
    '    if (proof.provesAddress && user.mfaEnabled) await this.proofs.apply(user as ProvableUser, true);\n' +
      '    const demand = await this.demands.of(user, proof);\n    if (demand) return { demand };\n    if (proof.provesAddress)',
    ['property'],
  ],
  [
    'the undo of an email does not reach back',
    'apps/api/src/change-links/undone-access.ts',
    'Math.min(began, createdAt - LEAST_REACH) : began',
    'createdAt + 0 * LEAST_REACH : began',
    ['property'],
  ],
  [
    'a factor that was added in a session opens the console',
    'apps/api/src/access/policies/recent-sign-in.ts',
    'if (session?.earlierFactor && this.isFresh',
    'if (session && this.isFresh',
    ['property'],
  ],
  [
    'an admin token works again when its maker gets a right back',
    'apps/api/src/admin/admin-scopes/admin-scopes-change.ts',
    'if (usableScopes(before).some((scope) => !usable.includes(scope)))',
    'if (usable.length < 0)',
    ['property'],
  ],
  [
    'an admin token makes one that lives longer',
    'apps/api/src/admin/tokens/token-maker.ts',
    'by.expiresAt !== null && (expiresAt === null || expiresAt > by.expiresAt)',
    'by.expiresAt !== null && expiresAt === 0',
    ['property'],
  ],
  [
    'magic links work after a change of the password',
    'libs/flows/src/revocation/what-ends.ts',
    "password_changed: { ...signInsOf('others', 'password'),",
    "password_changed: { ...signInsOf('others', 'password'), signIns: 'none',",
    ['property'],
  ],
  [
    'sessions go on when admin scopes change',
    'apps/api/src/admin/users/user-changes.service.ts',
    "if (change.adminScopes !== undefined) await this.revocation.after('scopes_changed', uid);",
    '',
    ['property'],
  ],
];

const copy = mkdtempSync(join(tmpdir(), 'latchkey-faults-'));
const run = (command, words, options = {}) =>
  execFileSync(command, words, { cwd: copy, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
let missed = 0;
try {
  run('git', ['clone', '--quiet', ROOT, '.']);
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const wanted = process.argv.slice(2).map(Number);
  for (const [index, fault] of FAULTS.entries()) {
    if (wanted.length === 0 || wanted.includes(index + 1)) seed(index + 1, fault);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

function seed(number, [what, file, text, replacement, specs]) {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(text).length !== 2) throw new Error(`${file} does not have "${text}" once.`);
  writeFileSync(path, sound.replace(text, replacement));
  try {
    run('npm', ['run', '--silent', 'build']);
    const failed = failures(specs);
    if (failed.length === 0) missed += 1;
    process.stdout.write(`${number}. ${what}: ${failed.length} tests fail, first: ${failed[0] ?? 'NONE'}\n`);
  } finally {
    writeFileSync(path, sound);
  }
}

/** The tests that fail, as `file: title`. */
function failures(specs) {
  const output = join(copy, 'dist/faults.json');
  rmSync(output, { force: true });
  const projects = ['--selectProjects', 'once', 'sqlite', 'mysql'];
  const words = ['test/support/run.mjs', ...specs.map((spec) => `test/.*${spec}`), '--silent', '--json'];
  // A fault in a rare chain of steps needs many random sequences.
  const env = { ...process.env, LONG: '1' };
  spawnSync(process.execPath, [...words, `--outputFile=${output}`, ...projects], { cwd: copy, env, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const titles = failed.map(({ fullName }) => `${name.slice(copy.length + 1)}: ${fullName}`);
    return titles.length === 0 && status === 'failed' ? [`${name.slice(copy.length + 1)} cannot run`] : titles;
  });
}
