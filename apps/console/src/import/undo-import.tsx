import type { ButtonProps } from '@mantine/core';
import { api } from '../api/client';
import { dataOf } from '../api/failure';
import { notice } from '../layout/notices';
import { fill, t } from '../texts/texts';
import { ConfirmButton } from '../ui/dialog/confirm-button';

interface Props {
  batch: string;
  /** Called after the undo. */
  onDone: () => void;
  look?: ButtonProps;
}

export function UndoImport({ batch, onDone, look }: Props) {
  const act = async () => {
    const params = { path: { batch_id: batch } };
    const { removed, kept } = await dataOf(api.DELETE('/api/admin/import/{batch_id}', { params }));
    notice(fill(t.import.undone, { removed, kept }));
    onDone();
  };
  return (
    <div>
      <ConfirmButton text={t.import.undoText} verb={t.import.undo} name={batch} permanent act={act} look={look} />
    </div>
  );
}
