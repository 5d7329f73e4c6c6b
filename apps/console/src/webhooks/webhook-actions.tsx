import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { WebhookProps } from '../api/types';
import { notice } from '../layout/notices';
import { fill, t } from '../texts/texts';
import { ActButton } from '../ui/dialog/act-button';
import { ConfirmButton } from '../ui/dialog/confirm-button';
import { Secret } from '../ui/dialog/secret';
import { ReplayForm } from './replay-form';

export function WebhookActions({ webhook: { webhook_id: id, url } }: WebhookProps) {
  const params = { path: { id } };
  const [secret, setSecret] = useState<string>();
  const [, go] = useLocation();
  const test = async () => {
    const { status, duration_ms } = await dataOf(api.POST('/api/admin/webhooks/{id}/test', { params }));
    notice(status === null ? t.webhooks.testSilent : fill(t.webhooks.testDone, { status, duration: duration_ms }));
  };
  const rotate = async () => {
    setSecret((await dataOf(api.POST('/api/admin/webhooks/{id}/secret', { params, body: {} }))).secret);
  };
  const remove = async () => {
    await dataOf(api.DELETE('/api/admin/webhooks/{id}', { params }));
    notice(t.webhooks.deleted);
    go('/webhooks');
  };
  return (
    <div className="stack">
      <div className="row">
        <ActButton act={test}>{t.webhooks.test}</ActButton>
        <ConfirmButton text={t.webhooks.rotateText} verb={t.webhooks.rotate} act={rotate} />
        <ConfirmButton text={t.webhooks.deleteText} verb={t.webhooks.delete} name={url} permanent act={remove} />
      </div>
      {secret && <Secret key={secret} title={t.webhooks.secret} value={secret} />}
      <ReplayForm id={id} />
    </div>
  );
}
