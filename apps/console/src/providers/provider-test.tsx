import { Alert } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';

/** Asks the service to reach the provider. */
export function ProviderTest({ id }: { id: string }) {
  const [result, setResult] = useState<{ ok: boolean; error: string | null }>();
  const act = async () =>
    setResult(await dataOf(api.POST('/api/admin/providers/{id}/test', { params: { path: { id } } })));
  return (
    <div className="stack">
      <div>
        <ActButton act={act}>{t.providers.test}</ActButton>
      </div>
      <div role="status">
        {result && (
          <Alert color={result.ok ? 'green' : 'red'} title={result.ok ? t.providers.testOk : t.providers.testFailed}>
            {result.error}
          </Alert>
        )}
      </div>
    </div>
  );
}
