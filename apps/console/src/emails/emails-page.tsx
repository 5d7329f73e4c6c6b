import { useSession } from '../api/session';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { StatusFilter } from '../ui/list/status-filter';
import { EmailList } from './email-list';
import { EmailTabs } from './email-tabs';

export default function EmailsPage() {
  const { features } = useSession();
  return (
    <Page title={t.navigation.emails}>
      <EmailTabs here="outbox" />
      {!features.mail && <p className="hint">{t.emails.noMail}</p>}
      <StatusFilter names={['queued', 'sent', 'failed']} />
      <EmailList />
    </Page>
  );
}
