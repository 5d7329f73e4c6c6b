import { Checkbox, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { useAction } from '../api/use-action';
import { notice } from '../layout/notices';
import { fill, t } from '../texts/texts';
import { Form } from '../ui/dialog/form';
import { Submit } from '../ui/dialog/submit';
import { wordsOf } from '../ui/words';

const EMPTY = { after: '', until: '', types: '', uid: '' };

/** Sends events of the log again. */
export function ReplayForm({ id }: { id: string }) {
  const [draft, setDraft] = useState(EMPTY);
  const [onlyFailed, setOnlyFailed] = useState(false);
  const replay = useAction(async () => {
    const types = wordsOf(draft.types);
    const given = Object.entries(draft).filter(([name, value]) => value.trim() && name !== 'types');
    const body = { ...Object.fromEntries(given), ...(types.length > 0 && { types }), only_failed: onlyFailed };
    const { queued } = await dataOf(api.POST('/api/admin/webhooks/{id}/replay', { params: { path: { id } }, body }));
    notice(fill(t.webhooks.replayed, { count: queued }));
  });
  const field = (name: keyof typeof EMPTY) => (
    <TextInput
      label={t.webhooks.replayFields[name]}
      autoComplete="off"
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  );
  return (
    <Form action={replay} onSubmit={() => replay.run()} className="stack narrow">
      <Title order={2} size="h4">
        {t.webhooks.replay}
      </Title>
      <p className="hint">{t.webhooks.replayText}</p>
      {field('after')}
      {field('until')}
      {field('types')}
      {field('uid')}
      <Checkbox
        label={t.webhooks.onlyFailed}
        checked={onlyFailed}
        onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
      />
      <Submit busy={replay.busy} variant="default">
        {t.webhooks.replay}
      </Submit>
    </Form>
  );
}
