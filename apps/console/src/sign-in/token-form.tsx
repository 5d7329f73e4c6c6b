import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { openSession } from '../api/call';
import type { ConsoleSession } from '../api/types';
import { useAction } from '../api/use-action';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';

interface Props {
  onSignedIn: (session: ConsoleSession) => void;
}

export function TokenForm({ onSignedIn }: Props) {
  const [token, setToken] = useState('');
  const signIn = useAction(async () => onSignedIn(await openSession({ token: token.trim() })));
  return (
    <Form action={signIn} onSubmit={() => signIn.run()}>
      <PasswordInput
        label={t.signIn.token}
        description={t.signIn.tokenHint}
        autoComplete="off"
        required
        data-autofocus
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <Button type="submit" loading={signIn.busy}>
        {t.signIn.submit}
      </Button>
    </Form>
  );
}
