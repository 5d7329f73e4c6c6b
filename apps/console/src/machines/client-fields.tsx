import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef } from 'react';
import type { Failure } from '../api/failure';
import { t } from '../texts/texts';
import type { ClientDraft } from './client-draft';
import { problemOf } from './client-problem';

interface Props {
  draft: ClientDraft;
  onChange: (draft: ClientDraft) => void;
  /** If it is about one field, it is shown beside this field. */
  failure?: Failure;
  /** Whether the client exists, so that its method stays. */
  exists?: boolean;
}

const METHODS = Object.entries(t.clients.methods).map(([value, label]) => ({ value, label }));

/** The fields of a client. After a failure, the wrong one gets the focus. */
export function ClientFields({ draft, onChange, failure, exists = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);
  const problem = problemOf(failure);
  const field = (name: Exclude<keyof ClientDraft, 'auth_method'>) => ({
    label: t.clients[name],
    autoComplete: 'off',
    value: draft[name],
    error: problem?.field === name && problem.text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  const setMethod = (event: ChangeEvent<HTMLSelectElement>) =>
    onChange({ ...draft, auth_method: event.currentTarget.value as ClientDraft['auth_method'] });
  return (
    <div className="stack" ref={place}>
      <TextInput {...field('name')} required />
      <TextInput {...field('scopes')} required description={t.clients.scopesHint} />
      <TextInput {...field('audiences')} required description={t.clients.audiencesHint} />
      {!exists && (
        <NativeSelect label={t.clients.method} value={draft.auth_method} onChange={setMethod} data={METHODS} />
      )}
      {draft.auth_method === 'private_key_jwt' && (
        <Textarea {...field('jwks')} required description={t.clients.jwksHint} rows={8} className="source" />
      )}
      <TextInput {...field('expires')} type="date" description={t.clients.expiresHint} />
    </div>
  );
}
