import { t } from '../texts/texts';
import { Page } from './page';

export function NotFound() {
  return (
    <Page title={t.notFound.title}>
      <p>{t.notFound.text}</p>
    </Page>
  );
}
