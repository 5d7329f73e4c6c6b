import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';

export default function NewUserPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [verified, setVerified] = useState(false);
  const [, go] = useLocation();
  const create = useAction(async () => {
    const body = { email, email_verified: verified, ...(password && { password }) };
    const { uid } = await dataOf(api.POST('/api/admin/users', { body }));
    notice(fill(t.users.createdNotice, { email }));
    go(`/users/${uid}`);
  });
  return (
    <Page title={t.users.create}>
      <Form action={create} onSubmit={() => create.run()} className="stack narrow">
        <TextInput
          label={t.users.email}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t.users.password}
          description={t.users.passwordHint}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Checkbox
          label={t.users.isVerified}
          checked={verified}
          onChange={(event) => setVerified(event.currentTarget.checked)}
        />
        <Submit busy={create.busy}>{t.users.create}</Submit>
      </Form>
    </Page>
  );
}
