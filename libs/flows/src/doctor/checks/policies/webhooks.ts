import { commandLine } from '@app/config';
import { type Check, connected, type Finding, ok, warn } from '../check.js';

const HOUR = 3_600;

/** Webhooks that the service has disabled, and those that fail for an hour or more. */
export const webhooks: Check = {
  name: 'webhooks',
  needs: 'schema',
  run: async (context) => {
    const now = Math.floor(Date.now() / 1_000);
    const rows = await connected(context).query('SELECT webhook_id, active, disabled_at, failing_since FROM webhooks');
    const ids = (which: typeof rows) => which.map(({ webhook_id }) => webhook_id).join(', ');
    const disabled = rows.filter(({ disabled_at }) => disabled_at !== null);
    const failing = rows.filter(({ active, failing_since }) => {
      return Boolean(active) && failing_since !== null && Number(failing_since) <= now - HOUR;
    });
    const findings: Finding[] = [];
    if (disabled.length > 0) {
      findings.push(
        ...warn(
          `webhooks that the service has disabled because of failures: ${ids(disabled)}`,
          commandLine('webhook update ID --active true'),
        ),
      );
    }
    if (failing.length > 0)
      findings.push(
        ...warn(`webhooks that fail for an hour or longer: ${ids(failing)}`, commandLine('webhook test ID')),
      );
    return findings.length > 0
      ? findings
      : ok(
          rows.length === 0
            ? 'there are no webhooks'
            : `webhooks: ${rows.length}; none is disabled because of failures, or fails for an hour`,
        );
  },
};
