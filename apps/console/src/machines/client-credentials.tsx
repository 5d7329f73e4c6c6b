import type { ClientProps } from '../api/types';
import { t } from '../texts/texts';
import { type Column, List } from '../ui/list/list';
import { ClientSecrets } from './client-secrets';

type Jwk = Record<string, string | undefined>;

const COLUMNS: Column<Jwk>[] = [
  { label: t.clients.keyId, show: ({ kid }) => (kid === undefined ? t.states.none : <code>{kid}</code>) },
  { label: t.clients.keyKind, show: ({ kty, crv }) => [kty, crv].filter(Boolean).join(' ') },
  { label: t.clients.algorithm, show: ({ kty, crv }) => ALGORITHMS[crv ?? String(kty)] ?? '' },
];
const ALGORITHMS: Record<string, string> = { 'P-256': 'ES256', RSA: 'RS256', Ed25519: 'EdDSA' };

/** How a client proves who it is: with its secrets, or with the public keys of its assertions. */
export function ClientCredentials(props: ClientProps) {
  const { jwks } = props.client;
  if (jwks === null) return <ClientSecrets {...props} />;
  return (
    <>
      <p className="hint">{t.clients.keysHint}</p>
      <List
        label={t.clients.credentials.private_key_jwt}
        rows={jwks.keys as Jwk[]}
        columns={COLUMNS}
        id={(key) => JSON.stringify(key)}
      />
    </>
  );
}
