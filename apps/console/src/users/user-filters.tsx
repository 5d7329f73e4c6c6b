import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../texts/texts';
import type { Query } from '../ui/list/use-query';

const PAUSE_MS = 250;

/** Searches while the user types, after a short pause. */
function useTypedSearch(query: Query): [string, (text: string) => void] {
  const inAddress = query.get('search') ?? '';
  const [typed, setTyped] = useState(inAddress);
  // The back button changes the address.
  useEffect(() => setTyped(inAddress), [inAddress]);
  useEffect(() => {
    if (typed.trim() === inAddress) return undefined;
    const change = () => query.set({ search: typed.trim(), cursor: undefined }, { replace: inAddress !== '' });
    const timer = setTimeout(change, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

export function UserFilters({ query }: { query: Query }) {
  const [typed, setTyped] = useTypedSearch(query);
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
      <TextInput
        className="wide"
        type="search"
        label={t.users.search}
        placeholder={t.users.searchHint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
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
