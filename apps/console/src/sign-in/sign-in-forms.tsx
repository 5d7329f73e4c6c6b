import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { ConsoleSession } from '../api/types';
import { t } from '../texts/texts';
import { TokenForm } from './token-form';
import { UserForm } from './user-form';

interface Props {
  onSignedIn: (session: ConsoleSession) => void;
}

/** The two ways into the console: by an admin token, and as a user with admin scopes. */
export function SignInForms({ onSignedIn }: Props) {
  const [way, setWay] = useState<string>('token');
  return (
    <div className="stack">
      <SegmentedControl
        fullWidth
        aria-label={t.signIn.way}
        transitionDuration={0}
        value={way}
        onChange={setWay}
        data={[
          { value: 'token', label: t.signIn.byToken },
          { value: 'user', label: t.signIn.asUser },
        ]}
      />
      {way === 'token' ? <TokenForm onSignedIn={onSignedIn} /> : <UserForm onSignedIn={onSignedIn} />}
    </div>
  );
}
