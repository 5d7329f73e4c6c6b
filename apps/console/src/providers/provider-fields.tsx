import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '../texts/texts';
import type { ProviderDraft } from './provider-draft';

interface Props {
  draft: ProviderDraft;
  onChange: (draft: ProviderDraft) => void;
  /** Whether the provider exists, so that its id stays, and its secrets need not be typed again. */
  exists?: boolean;
  /** What follows from the id. */
  redirect?: ReactNode;
}

type Names<Value> = {
  [Name in keyof ProviderDraft]: ProviderDraft[Name] extends Value ? Name : never;
}[keyof ProviderDraft];

export function ProviderFields({ draft, onChange, exists = false, redirect }: Props) {
  const text = (name: Names<string>, more?: Partial<ComponentProps<typeof TextInput>>) => (
    <TextInput
      label={t.providers.fields[name]}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
      {...more}
    />
  );
  const choices = { draft, onChange, exists };
  return (
    <>
      {!exists && text('id', { required: true, description: t.providers.idHint })}
      {redirect}
      {text('name', { required: true })}
      {draft.kind !== 'google' && draft.kind !== 'apple' && text('issuer', { required: draft.kind === 'oidc' })}
      {text('client_id', { required: true })}
      <Secrets {...choices} />
      {text('scopes', { description: t.providers.listHint })}
      {draft.kind === 'microsoft' && text('tenants', { description: t.providers.listHint })}
      {text('email_domains', { description: t.providers.domainsHint })}
      {text('session_max_ttl', { description: t.providers.ttlHint, inputMode: 'numeric' })}
      <Choices {...choices} />
    </>
  );
}

function Secrets({ draft, onChange, exists }: Props) {
  const hint = exists ? t.providers.secretHint : undefined;
  if (draft.kind !== 'apple') {
    return (
      <PasswordInput
        label={t.providers.fields.client_secret}
        description={hint}
        autoComplete="off"
        value={draft.client_secret}
        onChange={(event) => onChange({ ...draft, client_secret: event.currentTarget.value })}
      />
    );
  }
  const text = (name: 'team_id' | 'key_id') => (
    <TextInput
      label={t.providers.fields[name]}
      required
      value={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {text('team_id')}
      {text('key_id')}
      <Textarea
        label={t.providers.fields.private_key}
        description={hint}
        rows={4}
        value={draft.private_key}
        onChange={(event) => onChange({ ...draft, private_key: event.currentTarget.value })}
      />
    </>
  );
}

function Choices({ draft, onChange, exists }: Props) {
  const box = (name: Names<boolean>) => (
    <Checkbox
      label={t.providers.fields[name]}
      checked={draft[name]}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <>
      <NativeSelect
        label={t.providers.fields.linking}
        value={draft.linking}
        onChange={(event) => onChange({ ...draft, linking: event.currentTarget.value as ProviderDraft['linking'] })}
        data={Object.entries(t.providers.linkings).map(([value, label]) => ({ value, label }))}
      />
      {box('sign_up')}
      {box('trust_mfa')}
      {box('enabled')}
      {exists && !draft.enabled && box('end_sessions')}
    </>
  );
}
