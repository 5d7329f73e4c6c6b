import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../texts/texts';
import { SearchField } from '../ui/list/search-field';
import type { Query } from '../ui/list/use-query';

export function UserFilters({ query }: { query: Query }) {
  const choice = (name: string, label: string, data: { value: string; label: string }[]) => (
    <NativeSelect
      label={label}
      value={query.get(name) ?? ''}
      onChange={(event) => query.set({ [name]: event.currentTarget.value, cursor: undefined })}
      data={data}
    />
  );
  const day = (name: string, label: string) => (
    <TextInput
      type="date"
      label={label}
      value={query.get(name) ?? ''}
      onChange={(event) => query.set({ [name]: event.currentTarget.value, cursor: undefined })}
    />
  );
  return (
    <search className="filters">
      <SearchField query={query} label={t.users.search} placeholder={t.users.searchHint} />
      {choice('active', t.users.state, yesNo(t.stateNames.active, t.stateNames.disabled))}
      {choice('verified', t.users.address, yesNo(t.stateNames.verified, t.stateNames.unverified))}
      {choice('order', t.lists.order, [
        { value: '', label: t.lists.newest },
        { value: 'created_at', label: t.lists.oldest },
      ])}
      {day('after', t.users.createdAfter)}
      {day('before', t.users.createdBefore)}
    </search>
  );
}

function yesNo(yes: string, no: string) {
  return [
    { value: '', label: t.lists.all },
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ];
}
