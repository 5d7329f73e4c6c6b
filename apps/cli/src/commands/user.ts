import { SCOPES } from '@app/admin';
import {
  AdminProviderService,
  AdminUserService,
  BULK_ACTIONS,
  type BulkAction,
  type BulkOrder,
  type CountedUser,
  OPERATOR,
  PersonalDataService,
  toPersonText,
  UserAccessService,
  UserBulk,
  UserLookup,
} from '@app/flows';
import type { UserChanges } from '@app/users';
import type { Command } from 'commander';
import { validated } from '../../../api/src/admin/records.dto.js';
import { type AdminFactorsView, ResetFactorsRequest, toAdminFactors } from '../../../api/src/admin/user-access.dto.js';
import {
  AdminCreateUserRequest,
  AdminUpdateUserRequest,
  type AdminUserView,
  toAccountFacts,
  toAdminUser,
  toAdminUserList,
  toUserChanges,
  toUserFilter,
  UserFilterQuery,
  UserQuery,
} from '../../../api/src/admin/users.dto.js';
import { type Get, withServices } from '../services/with-services.js';
import { usageError } from '../terminal/errors.js';
import { confirm, readPassword, writePrivateFile } from '../terminal/input.js';
import { toBody, words } from '../terminal/options.js';
import {
  addCommand,
  fields,
  type OutputOptions,
  plain,
  print,
  printList,
  tableOf,
  time,
  withProgress,
  writeAll,
} from '../terminal/output.js';

/** The options of a command that selects users, as they were typed. */
type FilterOptions = Record<string, string | boolean | undefined>;

/** Adds the filters of `GET /api/admin/users`. */
function addFilters(command: Command): Command {
  return command
    .option('--email <email>', 'the user with exactly this email')
    .option('--search <prefix>', 'users whose email begins like this, sorted by email')
    .option('--email-contains <text>', 'users with this in their email, sorted by email')
    .option('--active <true|false>', 'users who may, or may not, sign in')
    .option('--email-verified <true|false>', 'users whose email is, or is not, verified')
    .option('--created-after <epoch>', 'users created in this second or later')
    .option('--created-before <epoch>', 'users created before this second')
    .option('--role <role>', 'users with this role in their claims')
    .option('--admin-scopes <true|false>', 'users who do, or do not, administer')
    .option('--mfa-enabled <true|false>', 'users whose sign-ins need a second factor, or do not')
    .option('--has-password <true|false>', 'users with or without a password')
    .option('--has-passkey <true|false>', 'users with or without a passkey')
    .option('--provider <id>', 'users with an identity at this external provider')
    .option('--last-login-before <epoch>', 'users who last signed in before this second')
    .option('--last-login-after <epoch>', 'users who last signed in in this second or later');
}

const SLICE = 200;

/** The actions as words of the command line. */
const WORDS = BULK_ACTIONS.map((action) => action.replace('_', '-'));

const BULK_HELP = `
At least one filter is needed. Each user is changed alone: after an interruption, run the same command again.`;

type Counts = Record<'changed' | 'unchanged', number>;
type Flags = OutputOptions & FilterOptions & { dryRun?: boolean; yes?: boolean };

function addBulk(group: Command): void {
  addFilters(addCommand(group, `bulk <${WORDS.join('|')}>`, 'do the same with all users of a filter'))
    .option('--dry-run', 'only count the users')
    .option('--yes', 'do not ask; required without a terminal')
    .addHelpText('after', BULK_HELP)
    .action(bulk);
}

async function bulk(word: string, { json, dryRun = false, yes, ...filters }: Flags): Promise<void> {
  const action = BULK_ACTIONS[WORDS.indexOf(word)];
  if (action === undefined) throw usageError(`the action must be one of ${WORDS.join(', ')}.`);
  if (!dryRun && !yes && !process.stdin.isTTY)
    throw usageError('there is no terminal to ask for a confirmation: add --yes or --dry-run.');
  const filter = toUserFilter(validated(UserFilterQuery, toBody(filters)));
  const done = await withServices(async (get) => {
    const order = { action, filter };
    if (dryRun) return runAll(get, { ...order, dryRun });
    const { changed } = yes ? { changed: undefined } : await runAll(get, { ...order, dryRun: true });
    if (changed !== undefined) await confirm(questionOf(action, changed), 'nothing was changed.');
    return withProgress(changed, 'users', json, (progress) =>
      runAll(get, { ...order, dryRun }, (counts) => progress.reach(counts.changed)),
    );
  });
  print(done, { json }, () => [
    `${done.changed} users ${dryRun ? 'would be' : 'were'} changed, ${done.unchanged} were so already.`,
  ]);
}

/** Runs all slices of a bulk action. */
async function runAll(
  get: Get,
  order: BulkOrder,
  onSlice: (counts: Counts) => void = () => undefined,
): Promise<Counts> {
  const counts = { changed: 0, unchanged: 0 };
  for (let cursor: string | undefined; ; ) {
    const slice = await get(UserBulk).run(order, { limit: SLICE, cursor });
    counts.changed += slice.changed;
    counts.unchanged += slice.unchanged;
    onSlice(counts);
    if (slice.nextCursor === null) return counts;
    cursor = slice.nextCursor;
  }
}

function questionOf(action: BulkAction, users: number): string {
  const questions: Record<BulkAction, string> = {
    end_sessions: `End all sessions of ${users} users?`,
    require_mfa: `Require a second factor of ${users} users?`,
    disable: `Disable ${users} users?`,
    enable: `Enable ${users} users?`,
  };
  return `${questions[action]} [y/N] `;
}

/** How commands name a user. */
const WHO = '<uid-or-email>';

/** Runs work with the user whom a command names. */
function withUser<T>(who: string, work: (user: CountedUser, get: Get) => Promise<T>): Promise<T> {
  return withServices(async (get) => work(await get(UserLookup).locate(who), get));
}

function printUser(user: AdminUserView, output: OutputOptions): void {
  const { created_at, updated_at, last_login, ...others } = user;
  const times = { created_at: time(created_at), updated_at: time(updated_at), last_login: time(last_login) };
  print(user, output, () => fields({ ...others, ...times }));
}

function addChanges(group: Command): void {
  addCommand(group, `show ${WHO}`, 'show a user').action(show);
  addCommand(group, `disable ${WHO}`, 'keep a user from signing in, and end all their sessions').action(
    setActive(false),
  );
  addCommand(group, `enable ${WHO}`, 'allow a user to sign in again').action(setActive(true));
  addCommand(group, `delete ${WHO}`, 'delete a user with all data; this cannot be undone')
    .option('--yes', 'do not ask; required without a terminal')
    .action(remove);
}

async function show(who: string, output: OutputOptions): Promise<void> {
  printUser(await withUser(who, async (user) => toAdminUser(user)), output);
}

const setActive = (active: boolean) => async (who: string, output: OutputOptions) =>
  printUser(await changed(who, async () => ({ active })), output);

/** Changes a user, after it was found. */
function changed(who: string, changes: () => Promise<UserChanges>): Promise<AdminUserView> {
  return withUser(who, async ({ uid }, get) => toAdminUser(await get(AdminUserService).change(uid, await changes())));
}

async function remove(who: string, { yes, ...output }: OutputOptions & { yes?: boolean }): Promise<void> {
  if (!yes && !process.stdin.isTTY)
    throw usageError('there is no terminal to ask for a confirmation: add --yes to delete the user.');
  const { uid, email } = await withUser(who, async (user, get) => {
    const question = `Delete ${plain(user.email)} (${user.uid}) for good? [y/N] `;
    if (!yes) await confirm(question, 'nothing was deleted.');
    await get(AdminUserService).remove(user.uid);
    return user;
  });
  print({ deleted: uid }, output, () => [`User ${uid} (${plain(email)}) is deleted.`]);
}

interface CreateOptions extends OutputOptions {
  /** False with `--no-password`. */
  password: boolean;
  passwordHash?: string;
  verified?: boolean;
  metadata?: string;
  claims?: string;
}

const HELP = `
The password is typed twice on a terminal; without a terminal it is the one line of standard input. It is never an
argument, since other users of the machine can read the arguments of a process.`;

function addCreate(group: Command): void {
  addCommand(group, 'create <email>', 'create a user; no email is sent')
    .option('--no-password', 'without a password: the user signs in by magic link, or resets the password')
    .option('--password-hash <hash>', 'the hash of an existing password (bcrypt or argon2id) instead of a password')
    .option('--verified', 'the email counts as verified')
    .option('--metadata <json>', 'the metadata, as JSON')
    .option('--claims <json>', 'what access tokens say about the user, as a JSON object')
    .addHelpText('after', HELP)
    .action(create);
}

async function create(email: string, options: CreateOptions): Promise<void> {
  const { passwordHash: password_hash, verified: email_verified, metadata, claims } = options;
  const request = validated(AdminCreateUserRequest, { email, password_hash, email_verified, metadata, claims });
  const user = await withServices(async (get) => {
    const asks = options.password && password_hash === undefined;
    const password = asks ? await readPassword() : undefined;
    const { uid } = await get(AdminUserService).create({ ...toAccountFacts(request), password });
    return toAdminUser(await get(UserLookup).get(uid));
  });
  printUser(user, options);
}

const END_SESSIONS_HELP = `
Of one user, all sessions end. With --provider, the sessions and the sign-ins under way end that this external provider has
vouched for, of all users, in steps of at most 100 users. After an interruption, the same command ends the rest. Users whom
the provider still knows can sign in again. Each ended session is an event session.revoked of its user.`;

function addEndSessions(group: Command): void {
  addCommand(
    group,
    'end-sessions [uid-or-email]',
    'end all sessions of a user, or of all users of an external provider',
  )
    .option('--provider <id>', 'end the sessions with this external provider')
    .addHelpText('after', END_SESSIONS_HELP)
    .action(end);
}

async function end(
  who: string | undefined,
  { provider, ...output }: OutputOptions & { provider?: string },
): Promise<void> {
  if ((who === undefined) === (provider === undefined)) throw usageError('give either a user or --provider.');
  await (provider === undefined ? endOf(who ?? '', output) : endWith(provider, output));
}

async function endOf(who: string, output: OutputOptions): Promise<void> {
  const { uid, email, sessions } = await withUser(who, async (user, get) => {
    return { uid: user.uid, email: user.email, sessions: await get(UserAccessService).endSessions(user.uid) };
  });
  const ended = sessions === 1 ? '1 session' : `${sessions} sessions`;
  print({ uid, sessions }, output, () => [`${ended} of ${plain(email)} (${uid}) ended.`]);
}

async function endWith(provider: string, output: OutputOptions): Promise<void> {
  const users = await withProgress(undefined, 'users', output.json, (progress) =>
    withServices((get) => get(AdminProviderService).endSessions(provider, (ended) => progress.reach(ended))),
  );
  const whose = users === 1 ? '1 user' : `${users} users`;
  print({ provider, users }, output, () => [`The sessions of ${whose} with the provider ${plain(provider)} ended.`]);
}

interface ResetOptions extends OutputOptions {
  reason: string;
  passkeys?: boolean;
  identities?: boolean;
}

const FACTORS_HELP = `
Removes authenticator apps and recovery codes, ends all sessions of the user, and informs the user. It signs no one in.
With MFA_RESET_DELAY the running service does so after that time; its email to the user has a link that stops it.`;

function addFactors(group: Command): void {
  addCommand(group, `factors ${WHO}`, 'show the second factors of a user, without secrets').action(showFactors);
  addCommand(group, `reset-factors ${WHO}`, 'remove the second factors of a user who has lost them')
    .requiredOption('--reason <text>', 'why, for the event log: 10 to 500 characters')
    .option('--passkeys', 'remove passkeys, too')
    .option('--identities', 'unlink external identities, too')
    .addHelpText('after', FACTORS_HELP)
    .action(reset);
}

async function showFactors(who: string, output: OutputOptions): Promise<void> {
  const factors = await withUser(who, async ({ uid }, get) =>
    toAdminFactors(await get(UserAccessService).factors(uid)),
  );
  print(factors, output, () => toLines(factors));
}

async function reset(
  who: string,
  { reason, passkeys = false, identities = false, ...output }: ResetOptions,
): Promise<void> {
  const request = validated(ResetFactorsRequest, { reason, passkeys, identities });
  const done = await withUser(who, async (user, get) => {
    const dueAt = await get(UserAccessService).resetFactors(user.uid, { reason: request.reason, passkeys, identities });
    const { reset_due_at: waiting } = toAdminFactors(await get(UserAccessService).factors(user.uid));
    return { user, dueAt, waits: waiting !== null };
  });
  const { uid, email } = done.user;
  const named = `${plain(email)} (${uid})`;
  print({ uid, due_at: done.dueAt }, output, () => [
    done.waits
      ? `The second factors of ${named} will be removed at ${time(done.dueAt)} if the service runs.`
      : `The second factors of ${named} are removed. All sessions have ended.`,
  ]);
}

function toLines({ factors, reset_due_at, ...others }: AdminFactorsView): string[] {
  const columns = {
    ID: 'factor_id',
    TYPE: 'type',
    NAME: 'name',
    CREATED: 'created_at',
    'LAST USED': 'last_used_at',
  } as const;
  const list = factors.length === 0 ? [] : ['', ...tableOf(factors, columns)];
  return [...fields({ ...others, reset_due_at: time(reset_due_at) }), ...list];
}

const LIST_HELP = `
The filters are those of GET /api/admin/users. Times are in UNIX epoch seconds. "latchkey export" writes all users.`;

function addList(group: Command): void {
  addFilters(addCommand(group, 'list', 'list users, newest first'))
    .option('--order <order>', 'created_at for the oldest first, -created_at for the newest first')
    .option('--limit <number>', 'at most this many users: 1 to 200, by default 50')
    .option('--cursor <cursor>', 'the next_cursor of the previous page')
    .option('--csv', 'all users of the list as CSV; this is recorded in the event log')
    .addHelpText('after', LIST_HELP)
    .action(({ csv, ...options }: OutputOptions & FilterOptions & { csv?: boolean }) =>
      csv ? writeCsv(options) : list(options),
    );
}

async function list(output: OutputOptions & FilterOptions): Promise<void> {
  const { json, ...filters } = output;
  const query = validated(UserQuery, toBody(filters));
  const page = toAdminUserList(
    await withServices((get) => get(UserLookup).list(toUserFilter(query), query.order, query)),
  );
  printList({ answer: page, rows: page.users, none: page.has_more ? NONE_YET : NONE }, output, {
    UID: 'uid',
    EMAIL: 'email',
    ACTIVE: 'active',
    VERIFIED: 'email_verified',
    CREATED: 'created_at',
    'LAST LOGIN': ({ last_login }) => time(last_login),
  });
  if (page.has_more && !json)
    process.stderr.write(`There are more users. The next page: --cursor ${page.next_cursor}\n`);
}

const NONE = 'There is no such user.';
const NONE_YET = 'There is no such user on this page.';

async function writeCsv({ json, limit, cursor, ...filters }: OutputOptions & FilterOptions): Promise<void> {
  if (json || limit !== undefined || cursor !== undefined)
    throw usageError('--csv writes the whole list: leave out --json, --limit and --cursor.');
  const query = validated(UserFilterQuery, toBody(filters));
  await withServices(async (get) =>
    writeAll(process.stdout, await get(UserLookup).csv(toUserFilter(query), query.order, OPERATOR)),
  );
}

const NO_SCOPES = 'none';

const CLAIMS_HELP = `
The claims are a JSON object of at most 1 KiB, such as {"roles":["editor"]}; {} removes them. Access tokens contain them as
"app". Other services refuse tokens with the earlier claims within seconds. The sessions of the user go on.`;

const SCOPES_HELP = `
The scopes are separated by commas: ${SCOPES.join(', ')}; "${NO_SCOPES}" takes all away.
The user needs a second factor or a passkey to sign in to the console.`;

/** Commands that set one field of a user. */
function addSetFields(group: Command): void {
  addCommand(group, `set-claims ${WHO} <json>`, 'set what access tokens say about a user, such as roles')
    .addHelpText('after', CLAIMS_HELP)
    .action((who: string, claims: string, output: OutputOptions) => change(who, { claims }, output));
  addCommand(group, `set-admin-scopes ${WHO} <list>`, 'set what a user may do in the console')
    .addHelpText('after', SCOPES_HELP)
    .action((who: string, list: string, output: OutputOptions) =>
      change(who, { admin_scopes: toScopes(list) }, output),
    );
}

const toScopes = (list: string) => (list === NO_SCOPES ? [] : words(list));

async function change(who: string, fields: Record<string, unknown>, output: OutputOptions): Promise<void> {
  const request = validated(AdminUpdateUserRequest, fields);
  printUser(await changed(who, async () => toUserChanges(request)), output);
}

const SET_PASSWORD_HELP = `
The password is typed twice on a terminal; without a terminal it is the one line of standard input.`;

function addSetPassword(group: Command): void {
  addCommand(group, `set-password ${WHO}`, 'set the password of a user, and end all their sessions')
    .addHelpText('after', SET_PASSWORD_HELP)
    .action(setPassword);
}

async function setPassword(who: string, output: OutputOptions): Promise<void> {
  const user = await changed(who, async () => ({ password: await readPassword() }));
  print(user, output, () => [`The password of ${plain(user.email)} (${user.uid}) is set. All sessions have ended.`]);
}

const EXPORT_HELP = `
Writes one JSON document with a key for each table, without secrets and hashes. The event log records the export. With
--output, standard output has the uid; without it, the document, with and without --json.`;

const ERASE_HELP = `
The events stay, with the uid and without the client addresses. Emails and links of the user are removed by the deletion.`;

/** Adds the commands for the data of one person. */
function addUserData(group: Command): void {
  addCommand(group, `export ${WHO}`, 'write all that is stored about a user as JSON')
    .option('--output <file>', 'write to this file, readable by its owner only, instead of standard output')
    .addHelpText('after', EXPORT_HELP)
    .action(exportPerson);
  addCommand(group, 'erase <uid>', 'remove the client addresses of a deleted user from the event log')
    .addHelpText('after', ERASE_HELP)
    .action(erasePerson);
}

async function exportPerson(who: string, { output, json }: OutputOptions & { output?: string }): Promise<void> {
  const uid = await withUser(who, async ({ uid }, get) => {
    const texts = toPersonText(await get(PersonalDataService).export(uid, OPERATOR));
    if (output === undefined) await writeAll(process.stdout, texts);
    else await writePrivateFile(output, texts);
    return uid;
  });
  if (output !== undefined)
    print({ uid, output }, { json }, () => [`All data of the user ${uid} is in ${plain(output)}.`]);
}

async function erasePerson(uid: string, output: OutputOptions): Promise<void> {
  const events = await withServices((get) => get(PersonalDataService).erase(uid));
  print({ events }, output, () => [`The client addresses are removed from ${events} events.`]);
}

export function addUsers(program: Command): void {
  const group = program
    .command('user')
    .description(
      'create, list, export and look at users, set a password, claims or admin scopes, reset factors, end sessions, disable, enable or delete them',
    );
  const changes = [addSetPassword, addSetFields, addChanges, addEndSessions, addFactors, addBulk];
  for (const add of [addCreate, addList, ...changes, addUserData]) add(group);
}
