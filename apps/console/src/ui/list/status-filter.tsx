import { NativeSelect } from '@mantine/core';
import { named, t } from '../../texts/texts';
import { useQuery } from './use-query';

/** Chooses the status of the rows of a list. */
export function StatusFilter({ names }: { names: string[] }) {
  const query = useQuery();
  return (
    <search className="filters">
      <NativeSelect
        label={t.emails.status}
        value={query.get('status') ?? ''}
        onChange={(event) => query.set({ status: event.currentTarget.value, cursor: undefined })}
        data={[
          { value: '', label: t.lists.all },
          ...names.map((value) => ({ value, label: named(t.stateNames, value) })),
        ]}
      />
    </search>
  );
}
