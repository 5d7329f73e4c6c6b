import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { t } from '../../texts/texts';
import { Deed } from '../../ui/deed';
import { ActButton } from '../../ui/dialog/act-button';
import { download } from '../../ui/download';

export function ExportPerson({ user: { uid } }: UserProps) {
  const act = async () => {
    const data = await dataOf(api.GET('/api/admin/users/{uid}/export', { params: { path: { uid } } }));
    download(`user-${uid}.json`, JSON.stringify(data, null, 2), 'application/json');
  };
  return (
    <Deed title={t.deeds.export} text={t.deeds.exportText}>
      <ActButton act={act}>{t.deeds.export}</ActButton>
    </Deed>
  );
}
