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

/** What a reset removes besides authenticator apps and recovery codes. */
const NOTHING_MORE = { passkeys: false, identities: false };

/** Removes all second factors; or, while a reset waits, stops it. */
export function Reset({ uid, dueAt, reload }: Props) {
  const [more, setMore] = useState(NOTHING_MORE);
  const params = { path: { uid } };
  const place = '/api/admin/users/{uid}/factors/reset' as const;
  const changed = async (text: string) => {
    notice(text);
    await reload();
  };
  const reset = async (reason: string) => {
    await dataOf(api.POST(place, { params, body: { reason, ...more } }));
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
        more={<Choices more={more} onChange={setMore} />}
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

const NAMES = [
  ['passkeys', t.factors.withPasskeys],
  ['identities', t.factors.withIdentities],
] as const;

function Choices({ more, onChange }: { more: typeof NOTHING_MORE; onChange: (more: typeof NOTHING_MORE) => void }) {
  return NAMES.map(([name, label]) => (
    <Checkbox
      key={name}
      label={label}
      checked={more[name]}
      onChange={(event) => onChange({ ...more, [name]: event.currentTarget.checked })}
    />
  ));
}
