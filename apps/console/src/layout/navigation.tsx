import { Link, useLocation } from 'wouter';
import { useSession } from '../api/session';
import type { Scope } from '../api/types';
import { t } from '../texts/texts';

/** The pages, each with the scope that it needs. */
const ENTRIES: [string, keyof typeof t.navigation, Scope][] = [
  ['/', 'overview', 'read'],
  ['/users', 'users', 'read'],
  ['/events', 'events', 'read'],
  ['/emails', 'emails', 'read'],
  ['/branding', 'branding', 'read'],
  ['/webhooks', 'webhooks', 'webhooks'],
  ['/providers', 'providers', 'providers'],
  ['/clients', 'clients', 'clients'],
  ['/api-keys', 'apiKeys', 'read'],
  ['/tokens', 'tokens', 'read'],
  ['/keys', 'keys', 'read'],
  ['/import', 'import', 'write'],
  ['/checks', 'checks', 'read'],
  ['/settings', 'settings', 'read'],
];

export function Navigation() {
  const { scopes } = useSession();
  const [path] = useLocation();
  const isHere = (place: string) => path === place || (place !== '/' && path.startsWith(`${place}/`));
  return (
    <nav aria-label={t.layout.navigation} className="navigation">
      {ENTRIES.filter(([, , scope]) => scopes.includes(scope)).map(([place, name]) => (
        <Link key={place} href={place} aria-current={isHere(place) ? 'page' : undefined}>
          {t.navigation[name]}
        </Link>
      ))}
    </nav>
  );
}
