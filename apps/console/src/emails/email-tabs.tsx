import { Link } from 'wouter';
import { t } from '../texts/texts';

const PATHS = { outbox: '/emails', templates: '/emails/templates' };
type TabName = keyof typeof PATHS;

/** The parts of the page about emails. */
export function EmailTabs({ here }: { here: TabName }) {
  return (
    <nav className="tabs" aria-label={t.emails.views}>
      {(Object.keys(PATHS) as TabName[]).map((name) => (
        <Link key={name} href={PATHS[name]} aria-current={name === here ? 'page' : undefined}>
          {t.emails.tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
