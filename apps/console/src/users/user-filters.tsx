import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../texts/texts';
import { SearchField } from '../ui/list/search-field';
import { TextFilter } from '../ui/list/text-filter';
import type { Query } from '../ui/list/use-query';
import { countMore } from './user-filter';

interface Props {
  query: Query;
}

/** The filters of the address. Those that few need are shown on demand, and while one of them is set. */
export function UserFilters({ query }: Props) {
  const [more, setMore] = useState(false);
  const open = more || countMore(query) > 0;
  return (
    <>
      <search className="filters">
        <SearchField query={query} label={t.users.search} placeholder={t.users.searchHint} />
        <Choice query={query} name="active" label={t.users.state} data={YES_NO.active} />
        <Choice query={query} name="verified" label={t.users.address} data={YES_NO.verified} />
        <Choice query={query} name="order" label={t.lists.order} data={ORDERS} />
        <Day query={query} name="after" label={t.users.createdAfter} />
        <Day query={query} name="before" label={t.users.createdBefore} />
        <Button variant="default" aria-expanded={open} disabled={open && !more} onClick={() => setMore(!more)}>
          {t.users.moreFilters}
        </Button>
      </search>
      {open && (
        <search className="filters" aria-label={t.users.moreFilters}>
          <TextFilter query={query} name="role" label={t.users.role} placeholder={t.users.roleHint} />
          <Choice query={query} name="admin" label={t.users.administers} data={YES_NO.plain} />
          <Choice query={query} name="mfa" label={t.users.secondFactor} data={YES_NO.plain} />
          <Choice query={query} name="password" label={t.users.hasPassword} data={YES_NO.plain} />
          <Choice query={query} name="passkey" label={t.users.hasPasskey} data={YES_NO.plain} />
          <TextFilter query={query} name="provider" label={t.users.provider} placeholder={t.users.providerHint} />
          <Day query={query} name="loginAfter" label={t.users.loginAfter} />
          <Day query={query} name="loginBefore" label={t.users.loginBefore} />
        </search>
      )}
    </>
  );
}

interface FilterProps extends Props {
  name: string;
  label: string;
}

function Choice({ query, name, label, data }: FilterProps & { data: { value: string; label: string }[] }) {
  return (
    <NativeSelect
      label={label}
      value={query.get(name) ?? ''}
      onChange={(event) => query.set({ [name]: event.currentTarget.value, cursor: undefined })}
      data={data}
    />
  );
}

function Day({ query, name, label }: FilterProps) {
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
  return [
    { value: '', label: t.lists.all },
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
}
