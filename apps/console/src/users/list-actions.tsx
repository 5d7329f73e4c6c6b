import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useMay } from '../api/session';
import { t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';
import { download } from '../ui/download';
import type { Query } from '../ui/list/use-query';
import { BulkDialog } from './bulk-dialog';
import { isFiltered, userFilter } from './user-filter';

/** What can be done with the list: a file of it, a change of all its users, and a new user. */
export function ListActions({ query, reload }: { query: Query; reload: () => Promise<void> }) {
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
