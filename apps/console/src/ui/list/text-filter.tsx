import { TextInput } from '@mantine/core';
import type { Query } from './use-query';

interface Props {
  query: Query;
  /** The parameter of the address. */
  name: string;
  label: string;
  placeholder: string;
  className?: string;
}

/** Filters by a whole text, when the user has typed it. */
export function TextFilter({ query, name, label, placeholder, className }: Props) {
  const value = query.get(name) ?? '';
  return (
    <TextInput
      className={className}
      // The back button changes the address.
      key={value}
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => {
        const typed = event.currentTarget.value.trim();
        if (typed !== value) query.set({ [name]: typed, cursor: undefined });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
