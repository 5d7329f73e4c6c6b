import type { OperationText } from './operation-text.js';

/** Keys and revocations for other services, probes and metrics. */
export const SERVICE_OPERATIONS = {
  getIssuerMetadata: {
    summary: 'Where to find the public keys, for libraries that know only the issuer (RFC 8414)',
    description:
      'Contains only what the service does. It is no OpenID provider: there is no authorization endpoint and no ID token, and the token endpoint is for clients.',
  },
  getKeySet: {
    summary: 'The public keys of access tokens (RFC 7517)',
    description: 'Cache it as long as `Cache-Control` allows, and fetch it again for an unknown `kid`.',
  },
  listRevocations: {
    summary: 'The sessions, users, clients and API keys whose access tokens must be refused before they expire',
    description: 'Request it every few seconds with the `cursor` of the previous answer.',
  },
  checkLiveness: {
    summary: 'Whether the process answers',
    description: 'Does not use the database. For the liveness probe of an orchestrator.',
  },
  checkReadiness: {
    summary: 'Whether the database is reachable and migrated, and the signing keys are loaded',
    description: 'Fails during the shutdown. For load balancers and readiness probes.',
  },
  getMetrics: {
    summary: 'Metrics in the text format of Prometheus',
    description: '`METRICS_PORT` serves them without a token on another port. Scope `read`.',
  },
} satisfies Record<string, OperationText>;
