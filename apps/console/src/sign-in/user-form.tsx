import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { openSession } from '../api/call';
import type { ConsoleSession } from '../api/types';
import { useAction } from '../api/use-action';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { FactorForm } from './factor-form';
import { PasskeyButton } from './passkey-button';
import { type MfaChallenge, signInByPasskey, signInByPassword } from './user-sign-in';

interface Props {
  onSignedIn: (session: ConsoleSession) => void;
}

type Tokens = Awaited<ReturnType<typeof signInByPasskey>>;

/** The session of the console for the tokens of a user. It ends with the session of the user, so this does not sign out. */
const enter = ({ token }: Tokens): Promise<ConsoleSession> => openSession({ token });

export function UserForm({ onSignedIn }: Props) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [challenge, setChallenge] = useState<MfaChallenge>();
  const byPassword = useAction(async () => {
    const answer = await signInByPassword(email, password);
    if ('mfaToken' in answer) setChallenge(answer);
    else onSignedIn(await enter(answer));
  });
  const finish = async (tokens: Promise<Tokens>) => onSignedIn(await enter(await tokens));
  const byPasskey = useAction(() => finish(signInByPasskey()));
  if (challenge) return <FactorForm challenge={challenge} onProved={finish} onBack={() => setChallenge(undefined)} />;
  return (
    <Form action={byPassword.failure ? byPassword : byPasskey} onSubmit={() => byPassword.run()}>
      <TextInput
        label={t.signIn.email}
        type="email"
        autoComplete="username"
        required
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t.signIn.password}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={byPassword.busy}>
        {t.signIn.submit}
      </Button>
      <PasskeyButton action={byPasskey} />
    </Form>
  );
}
