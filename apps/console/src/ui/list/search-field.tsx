import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Query } from './use-query';

const PAUSE_MS = 250;

interface Props {
  query: Query;
  label: string;
  placeholder: string;
}

/** Searches while the user types, after a short pause. */
export function SearchField({ query, label, placeholder }: Props) {
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
  return (
    <TextInput
      className="wide"
      type="search"
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
