import { Checkbox, TextInput } from '@mantine/core';
import { t } from '../texts/texts';

export interface WebhookDraft {
  url: string;
  types: string;
  description: string;
  ordered: boolean;
}

interface Props {
  draft: WebhookDraft;
  onChange: (draft: WebhookDraft) => void;
}

export function WebhookFields({ draft, onChange }: Props) {
  const text = (name: 'url' | 'types' | 'description') => ({
    label: t.webhooks[name],
    value: draft[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...text('url')} type="url" required autoComplete="off" placeholder="https://" />
      <TextInput {...text('types')} required description={t.webhooks.typesHint} autoComplete="off" />
      <TextInput {...text('description')} autoComplete="off" />
      <Checkbox
        label={t.webhooks.ordered}
        description={t.webhooks.orderedHint}
        checked={draft.ordered}
        onChange={(event) => onChange({ ...draft, ordered: event.currentTarget.checked })}
      />
    </>
  );
}
