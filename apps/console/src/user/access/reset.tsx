import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import { notice } from '../../layout/notices';
import { t } from '../../texts/texts';
import { ActButton } from '../../ui/dialog/act-button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { Time } from '../../ui/time';

interface Props {
  uid: string;
  dueAt: number | null;
  reload: () => Promise<unknown>;
}

/** Removes all second factors; or, while a reset waits, stops it. */
export function Reset({ uid, dueAt, reload }: Props) {
  const [passkeys, setPasskeys] = useState(false);
  const [identities, setIdentities] = useState(false);
  const params = { path: { uid } };
  const place = '/api/admin/users/{uid}/factors/reset' as const;
  const changed = async (text: string) => {
    notice(text);
    await reload();
  };
  const reset = async (reason: string) => {
    await dataOf(api.POST(place, { params, body: { reason, passkeys, identities } }));
    await changed(t.factors.resetDone);
  };
  const stop = async () => {
    await dataOf(api.DELETE(place, { params }));
    await changed(t.factors.stopped);
  };
  return (
    <div className="row">
      <ConfirmButton
        text={t.factors.resetText}
        verb={t.factors.reset}
        reason
        more={
          <>
            <Choice label={t.factors.withPasskeys} checked={passkeys} onChange={setPasskeys} />
            <Choice label={t.factors.withIdentities} checked={identities} onChange={setIdentities} />
          </>
        }
        act={reset}
      />
      {dueAt !== null && (
        <>
          <span>
            {t.factors.due} <Time at={dueAt} />
          </span>
          <ActButton act={stop}>{t.factors.stop}</ActButton>
        </>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ label, checked, onChange }: ChoiceProps) {
  return <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
