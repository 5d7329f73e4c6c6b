import { Link } from 'wouter';
import { t } from '../texts/texts';

const PATHS = { outbox: '/letters', templates: '/letters/templates' };
type TabName = keyof typeof PATHS;

/** The parts of the page about letters. */
export function LetterTabs({ here }: { here: TabName }) {
  return (
    <nav className="tabs" aria-label={t.letters.views}>
      {(Object.keys(PATHS) as TabName[]).map((name) => (
        <Link key={name} href={PATHS[name]} aria-current={name === here ? 'page' : undefined}>
          {t.letters.tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
