import { Checkbox, NativeSelect, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import type { User, UserProps } from '../api/types';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';

type Changes = Partial<Pick<User, 'email' | 'email_verified' | 'metadata' | 'mfa'>>;

type Draft = Required<Changes>;

/** Only the fields that differ, because each one that is sent counts as a change of an administrator. */
function changesOf(user: User, draft: Draft): Changes {
  const names = Object.keys(draft) as (keyof Changes)[];
  return Object.fromEntries(names.filter((name) => draft[name] !== user[name]).map((name) => [name, draft[name]]));
}

export function ProfileForm({ user, load }: UserProps) {
  const { uid, email, email_verified, metadata, mfa } = user;
  const [draft, setDraft] = useState<Draft>({ email, email_verified, metadata, mfa });
  const set = (changes: Changes) => setDraft((before) => ({ ...before, ...changes }));
  const save = useAction(async () => {
    const body = changesOf(user, draft);
    await dataOf(api.PATCH('/api/admin/users/{uid}', { params: { path: { uid } }, body }));
    notice(t.states.saved);
    await load.reload();
  });
  return (
    <Form action={save} onSubmit={() => save.run()} className="stack narrow">
      <Title order={2} size="h4">
        {t.user.change}
      </Title>
      <ProfileFields draft={draft} set={set} />
      <Submit busy={save.busy}>{t.actions.save}</Submit>
    </Form>
  );
}

interface FieldsProps {
  draft: Draft;
  set: (changes: Changes) => void;
}

function ProfileFields({ draft, set }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t.users.email}
        description={t.user.emailHint}
        required
        value={draft.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <Checkbox
        label={t.users.isVerified}
        checked={draft.email_verified}
        onChange={(event) => set({ email_verified: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t.user.secondFactor}
        value={draft.mfa}
        onChange={(event) => set({ mfa: event.currentTarget.value as User['mfa'] })}
        data={Object.entries(t.user.mfa).map(([value, label]) => ({ value, label }))}
      />
      <Textarea
        label={t.user.metadata}
        autosize={false}
        rows={4}
        value={draft.metadata}
        onChange={(event) => set({ metadata: event.currentTarget.value })}
      />
    </>
  );
}
