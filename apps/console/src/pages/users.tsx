import { Button, Progress, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { api, dataOf, Failure } from '../api/client';
import { useMay } from '../api/session';
import type { User } from '../api/types';
import { fill, t } from '../texts/texts';
import { ActButton, Dialog } from '../ui/dialog';
import { choicesOf, DraftForm, type Field, Inputs } from '../ui/form';
import { notice, Page } from '../ui/layout';
import {
  type Column,
  ListPage,
  type Query,
  SearchField,
  SelectFilter,
  TextFilter,
  usePages,
  useQuery,
  withAll,
} from '../ui/list';
import { download, Problem, State, Time } from '../ui/view';

type BulkAction = keyof typeof t.bulk.actions;

const SLICE = 100;

interface BulkCounts {
  changed: number;
  unchanged: number;
  skipped: number;
}

type BulkStep = 'choice' | 'counting' | 'question' | 'running' | 'done';

type Request = UserFilter & { action: BulkAction; dry_run: boolean };

/** Sends all slices, and returns the counts of all; undefined when it was stopped. */
async function runAll(request: Request, onCounts: (counts: BulkCounts) => void, isStopped: () => boolean) {
  const sum = { changed: 0, unchanged: 0, skipped: 0 };
  for (let cursor: string | undefined; ; ) {
    onCounts({ ...sum });
    const slice = await dataOf(api.POST('/api/admin/users/bulk', { body: { ...request, limit: SLICE, cursor } }));
    for (const name of ['changed', 'unchanged', 'skipped'] as const) sum[name] += slice[name];
    if (isStopped()) return undefined;
    if (slice.next_cursor === null) break;
    cursor = slice.next_cursor;
  }
  onCounts({ ...sum });
  return sum;
}

/** A bulk action: first it is counted, then it runs, slice by slice. `stop()` ends it after the slice that is under way. */
function useBulk(filter: UserFilter) {
  const [step, setStep] = useState<BulkStep>('choice');
  const [counts, setCounts] = useState<BulkCounts>({ changed: 0, unchanged: 0, skipped: 0 });
  const [expected, setExpected] = useState(0);
  const [failure, setFailure] = useState<Failure>();
  const stopped = useRef(false);

  /** Goes from one step to another one, and back where the first failed. */
  const walk = async (action: BulkAction, dryRun: boolean, over: BulkStep, next: BulkStep) => {
    const before = step;
    setStep(over);
    setFailure(undefined);
    try {
      const sum = await runAll({ ...filter, action, dry_run: dryRun }, setCounts, () => stopped.current);
      if (sum === undefined) return;
      if (dryRun) setExpected(sum.changed);
      setStep(next);
    } catch (thrown) {
      setFailure(Failure.of(thrown));
      setStep(before);
    }
  };

  return {
    step,
    counts,
    expected,
    failure,
    count: (action: BulkAction) => walk(action, true, 'counting', 'question'),
    run: (action: BulkAction) => walk(action, false, 'running', 'done'),
    stop: () => {
      stopped.current = true;
    },
  };
}

interface BulkDialogProps {
  filter: UserFilter;
  onClose: () => void;
}

/** Does the same with all users of a list: asks what, counts, asks again, and shows the progress. It is mounted while it is open. */
function BulkDialog({ filter, onClose }: BulkDialogProps) {
  const [action, setAction] = useState<BulkAction>('end_sessions');
  const bulk = useBulk(filter);
  const { step, counts } = bulk;
  const close = () => {
    bulk.stop();
    onClose();
  };
  const texts = { ...counts, verb: t.bulk.actions[action] };
  return (
    <Dialog opened onClose={close} title={t.bulk.title}>
      <div className="stack" aria-live="polite">
        {step === 'choice' && <ActionChoice action={action} onChange={setAction} />}
        {step === 'counting' && <Text>{fill(t.bulk.counting, texts)}</Text>}
        {step === 'question' && <Text>{fill(t.bulk.question, texts)}</Text>}
        {step === 'running' && <Running done={counts.changed} of={bulk.expected} />}
        {step === 'done' && <Text>{fill(t.bulk.done, texts)}</Text>}
        {bulk.failure && <Problem failure={bulk.failure} />}
      </div>
      <div className="row end dialog-foot">
        <Button variant="default" onClick={close}>
          {step === 'running' ? t.bulk.stop : step === 'done' ? t.bulk.close : t.actions.cancel}
        </Button>
        {step === 'choice' && <Button onClick={() => bulk.count(action)}>{t.bulk.count}</Button>}
        {step === 'question' && (
          <Button color="red" disabled={bulk.expected === 0} onClick={() => bulk.run(action)}>
            {t.bulk.actions[action]}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const ACTION: Field<{ action: BulkAction }>[] = [
  { name: 'action', kind: 'select', label: t.bulk.action, data: choicesOf(t.bulk.actions) },
];

function ActionChoice({ action, onChange }: { action: BulkAction; onChange: (action: BulkAction) => void }) {
  return (
    <>
      <Text>{t.bulk.text}</Text>
      <Inputs fields={ACTION} draft={{ action }} onChange={(draft) => onChange(draft.action)} />
    </>
  );
}

function Running({ done, of }: { done: number; of: number }) {
  return (
    <>
      <Text>{fill(t.bulk.running, { done, of })}</Text>
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label={t.bulk.progress} />
    </>
  );
}

/** The parameters of the address that filter the list of users. */
const NAMES = [
  ...['search', 'active', 'verified', 'after', 'before'],
  ...['role', 'admin', 'mfa', 'password', 'passkey', 'provider', 'loginAfter', 'loginBefore'],
];

const flag = (text: string | undefined) => (text === undefined ? undefined : text === 'true');

/** The first second of a day in the time zone of the reader. */
const dayStart = (day: string | undefined) => (day ? Math.floor(new Date(`${day}T00:00`).getTime() / 1000) : undefined);

/** The filter of the address, as the admin API takes it. */
function userFilter({ get }: Query) {
  return {
    email_contains: get('search'),
    order: get('order') as 'created_at' | undefined,
    active: flag(get('active')),
    email_verified: flag(get('verified')),
    created_after: dayStart(get('after')),
    created_before: dayStart(get('before')),
    role: get('role'),
    admin_scopes: flag(get('admin')),
    mfa_enabled: flag(get('mfa')),
    has_password: flag(get('password')),
    has_passkey: flag(get('passkey')),
    provider: get('provider'),
    last_login_after: dayStart(get('loginAfter')),
    last_login_before: dayStart(get('loginBefore')),
  };
}

type UserFilter = ReturnType<typeof userFilter>;

/** Whether the list is not that of all users. */
function isFiltered({ get }: Query): boolean {
  return NAMES.some((name) => get(name) !== undefined);
}

/** How many filters are set that are shown only on demand. */
function countMore({ get }: Query): number {
  return NAMES.slice(5).filter((name) => get(name) !== undefined).length;
}

/** What can be done with the list: a file of it, a change of all its users, and a new user. */
function ListActions({ query, reload }: { query: Query; reload: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  const mayExport = useMay('export');
  const mayWrite = useMay('write');
  const csv = async () => {
    const parameters = { params: { query: userFilter(query) }, parseAs: 'text' as const };
    download('users.csv', await dataOf(api.GET('/api/admin/users.csv', parameters)), 'text/csv');
  };
  const close = () => {
    setOpen(false);
    void reload();
  };
  return (
    <div className="row">
      {mayExport && <ActButton act={csv}>{t.users.csv}</ActButton>}
      {mayWrite && isFiltered(query) && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t.bulk.title}
        </Button>
      )}
      {mayWrite && (
        <Button component={Link} href="/users/new">
          {t.users.create}
        </Button>
      )}
      {open && <BulkDialog filter={userFilter(query)} onClose={close} />}
    </div>
  );
}

/** The filters of the address. Those that few need are shown on demand, and while one of them is set. */
function UserFilters() {
  const [more, setMore] = useState(false);
  const query = useQuery();
  const open = more || countMore(query) > 0;
  return (
    <>
      <search className="filters">
        <SearchField label={t.users.search} placeholder={t.users.searchHint} />
        <SelectFilter name="active" label={t.users.state} data={YES_NO.active} />
        <SelectFilter name="verified" label={t.users.address} data={YES_NO.verified} />
        <SelectFilter name="order" label={t.lists.order} data={ORDERS} />
        <Day name="after" label={t.users.createdAfter} />
        <Day name="before" label={t.users.createdBefore} />
        <Button variant="default" aria-expanded={open} disabled={open && !more} onClick={() => setMore(!more)}>
          {t.users.moreFilters}
        </Button>
      </search>
      {open && (
        <search className="filters" aria-label={t.users.moreFilters}>
          <TextFilter name="role" label={t.users.role} placeholder={t.users.roleHint} />
          <SelectFilter name="admin" label={t.users.administers} data={YES_NO.plain} />
          <SelectFilter name="mfa" label={t.users.secondFactor} data={YES_NO.plain} />
          <SelectFilter name="password" label={t.users.hasPassword} data={YES_NO.plain} />
          <SelectFilter name="passkey" label={t.users.hasPasskey} data={YES_NO.plain} />
          <TextFilter name="provider" label={t.users.provider} placeholder={t.users.providerHint} />
          <Day name="loginAfter" label={t.users.loginAfter} />
          <Day name="loginBefore" label={t.users.loginBefore} />
        </search>
      )}
    </>
  );
}

function Day({ name, label }: { name: string; label: string }) {
  const query = useQuery();
  return (
    <TextInput
      type="date"
      label={label}
      value={query.get(name) ?? ''}
      onChange={(event) => query.set({ [name]: event.currentTarget.value, cursor: undefined })}
    />
  );
}

const ORDERS = [
  { value: '', label: t.lists.newest },
  { value: 'created_at', label: t.lists.oldest },
];

const YES_NO = {
  active: yesNo(t.stateNames.active, t.stateNames.disabled),
  verified: yesNo(t.stateNames.verified, t.stateNames.unverified),
  plain: yesNo(t.states.yes, t.states.no),
};

function yesNo(yes: string, no: string) {
  return withAll(choicesOf({ true: yes, false: no }));
}

const COLUMNS: Column<User>[] = [
  { label: t.users.email, show: ({ uid, email }) => <Link href={`/users/${uid}`}>{email}</Link> },
  { label: t.users.state, show: (user) => <UserStates user={user} /> },
  { label: t.users.created, show: ({ created_at }) => <Time at={created_at} /> },
  { label: t.users.lastLogin, show: ({ last_login }) => <Time at={last_login} /> },
];

function UserStates({ user }: { user: User }) {
  return (
    <div className="row">
      <State name={user.active ? 'active' : 'disabled'} />
      {user.email_verified && <State name="verified" />}
      {user.mfa_enabled && <State name="mfa" />}
    </div>
  );
}

/** Several filters, or a rare part of an email, may find nobody on many pages. */
const MOST_EMPTY_PAGES = 10;

/** The page of the address, or the first one behind it that has users. */
async function search(query: Query, start: string | undefined) {
  let cursor = start;
  for (let pages = 1; ; pages++) {
    const parameters = { ...userFilter(query), cursor };
    const found = await dataOf(api.GET('/api/admin/users', { params: { query: parameters } }));
    if (found.users.length > 0 || found.next_cursor === null || pages === MOST_EMPTY_PAGES) return found;
    cursor = found.next_cursor;
  }
}

export function UsersPage() {
  const query = useQuery();
  const load = usePages((cursor) => search(query, cursor), [query.text]);
  return (
    <ListPage
      title={t.navigation.users}
      actions={<ListActions query={query} reload={load.reload} />}
      load={load}
      rows={({ users }) => users}
      columns={COLUMNS}
      id={({ uid }) => uid}
      empty={load.data?.next_cursor === null ? t.users.none : t.users.noneYet}
    >
      <UserFilters />
    </ListPage>
  );
}

const EMPTY = { email: '', password: '', email_verified: false };

const FIELDS: Field<typeof EMPTY>[] = [
  { name: 'email', label: t.users.email, type: 'email', required: true },
  {
    name: 'password',
    kind: 'password',
    label: t.users.password,
    description: t.users.passwordHint,
    autoComplete: 'new-password',
  },
  { name: 'email_verified', kind: 'check', label: t.users.isVerified },
];

export function NewUserPage() {
  const [, go] = useLocation();
  const create = async ({ password, ...rest }: typeof EMPTY) => {
    const { uid } = await dataOf(api.POST('/api/admin/users', { body: { ...rest, ...(password && { password }) } }));
    notice(fill(t.users.createdNotice, { email: rest.email }));
    go(`/users/${uid}`);
  };
  return (
    <Page title={t.users.create}>
      <DraftForm start={EMPTY} fields={FIELDS} act={create} verb={t.users.create} />
    </Page>
  );
}
