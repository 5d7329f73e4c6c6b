import { Button, NativeSelect, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { fill, t } from '../texts/texts';
import { Dialog } from '../ui/dialog/dialog';
import { Problem } from '../ui/problem';
import { BULK_ACTIONS, type BulkAction, useBulk } from './use-bulk';
import type { UserFilter } from './user-filter';

interface Props {
  filter: UserFilter;
  onClose: () => void;
}

/** Does the same with all users of a list: asks what, counts, asks again, and shows the progress. It is mounted while it is open. */
export function BulkDialog({ filter, onClose }: Props) {
  const [action, setAction] = useState<BulkAction>('end_sessions');
  const bulk = useBulk(filter);
  const { step, counts } = bulk;
  const close = () => {
    bulk.stop();
    onClose();
  };
  const texts = { ...counts, verb: t.bulk.actions[action] };
  return (
    <Dialog opened onClose={close} title={t.bulk.title}>
      <div className="stack" aria-live="polite">
        {step === 'choice' && <Choice action={action} onChange={setAction} />}
        {step === 'counting' && <Text>{fill(t.bulk.counting, texts)}</Text>}
        {step === 'question' && <Text>{fill(t.bulk.question, texts)}</Text>}
        {step === 'running' && <Running done={counts.changed} of={bulk.expected} />}
        {step === 'done' && <Text>{fill(t.bulk.done, texts)}</Text>}
        {bulk.failure && <Problem failure={bulk.failure} />}
      </div>
      <div className="row end dialog-foot">
        <Button variant="default" onClick={close}>
          {step === 'running' ? t.bulk.stop : step === 'done' ? t.bulk.close : t.actions.cancel}
        </Button>
        {step === 'choice' && <Button onClick={() => bulk.count(action)}>{t.bulk.count}</Button>}
        {step === 'question' && (
          <Button color="red" disabled={bulk.expected === 0} onClick={() => bulk.run(action)}>
            {t.bulk.actions[action]}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Choice({ action, onChange }: { action: BulkAction; onChange: (action: BulkAction) => void }) {
  return (
    <>
      <Text>{t.bulk.text}</Text>
      <NativeSelect
        label={t.bulk.action}
        value={action}
        onChange={(event) => onChange(event.currentTarget.value as BulkAction)}
        data={BULK_ACTIONS.map((value) => ({ value, label: t.bulk.actions[value] }))}
      />
    </>
  );
}

function Running({ done, of }: { done: number; of: number }) {
  return (
    <>
      <Text>{fill(t.bulk.running, { done, of })}</Text>
      <Progress value={of === 0 ? 0 : (100 * done) / of} aria-label={t.bulk.progress} />
    </>
  );
}
