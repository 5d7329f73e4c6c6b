import type { ApiKey, Client } from '../api/types';
import { fill, t } from '../texts/texts';

/** What access tokens may be used for, and below it, where. */
export function Reach({ of: { scopes, audiences } }: { of: Pick<Client | ApiKey, 'scopes' | 'audiences'> }) {
  return (
    <div className="reach">
      {scopes.join(', ')}
      <br />
      <span className="dimmed">{fill(t.clients.forAudiences, { audiences: audiences.join(', ') })}</span>
    </div>
  );
}
