import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../api/use-action';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { PasskeyButton } from './passkey-button';
import { type MfaChallenge, signInByPasskey, verifyCode } from './user-sign-in';

interface Props {
  challenge: MfaChallenge;
  onProved: (tokens: ReturnType<typeof verifyCode>) => Promise<void>;
  onBack: () => void;
}

const TOTP = /^\s*(?:\d\s*){6}$/;

/** The second step for a user: a code, a recovery code or a passkey. */
export function FactorForm({ challenge, onProved, onBack }: Props) {
  const [code, setCode] = useState('');
  const byCode = useAction(() => onProved(verifyCode(challenge, TOTP.test(code) ? 'code' : 'recovery_code', code)));
  const byPasskey = useAction(() => onProved(signInByPasskey(challenge)));
  return (
    <Form action={byCode.failure ? byCode : byPasskey} onSubmit={() => byCode.run()}>
      <TextInput
        label={t.signIn.code}
        description={t.signIn.codeHint}
        autoComplete="one-time-code"
        required
        autoFocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" loading={byCode.busy}>
        {t.signIn.submit}
      </Button>
      {challenge.methods.includes('passkey') && <PasskeyButton action={byPasskey} />}
      <Button variant="subtle" onClick={onBack}>
        {t.signIn.otherAccount}
      </Button>
    </Form>
  );
}
