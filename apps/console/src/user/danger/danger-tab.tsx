import { useMay, useSession } from '../../api/session';
import type { UserProps } from '../../api/types';
import { t } from '../../texts/texts';
import { DeleteUser } from './delete-user';
import { DisableUser } from './disable-user';
import { ExportPerson } from './export-person';
import { Impersonate } from './impersonate';
import { SendLink } from './send-link';

/** What an administrator can do to a user. */
export function DangerTab(props: UserProps) {
  const { features } = useSession();
  const mayWrite = useMay('write');
  const mayExport = useMay('export');
  const mayImpersonate = useMay('impersonate') && features.impersonation;
  if (!mayWrite && !mayExport && !mayImpersonate) return <p className="empty">{t.states.notAllowed}</p>;
  return (
    <div className="deeds">
      {mayWrite && <SendLink {...props} />}
      {mayWrite && <DisableUser {...props} />}
      {mayExport && <ExportPerson {...props} />}
      {mayImpersonate && <Impersonate {...props} />}
      {mayWrite && <DeleteUser {...props} />}
    </div>
  );
}
