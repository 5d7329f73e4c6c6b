import { useSession } from '../api/session';
import { Page } from '../layout/page';
import { t } from '../texts/texts';
import { StatusFilter } from '../ui/list/status-filter';
import { LetterList } from './email-list';
import { LetterTabs } from './email-tabs';

export default function LettersPage() {
  const { features } = useSession();
  return (
    <Page title={t.navigation.letters}>
      <LetterTabs here="outbox" />
      {!features.mail && <p className="hint">{t.letters.noMail}</p>}
      <StatusFilter names={['queued', 'sent', 'failed']} />
      <LetterList />
    </Page>
  );
}
