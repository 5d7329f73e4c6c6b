import type { AllowedOrigin } from '@app/config';
import { type Check, type Finding, isLocal, ok, warn } from '../check.js';

/** Checks the allowed targets of mailed links: with a list that is too wide, emails can be used for phishing. */
export const redirects: Check = {
  name: 'redirects',
  settings: ['REDIRECT_ALLOWLIST'],
  run: async ({ env: { production, redirectAllowlist: list } }) => {
    if (list.length === 0 && production) {
      return warn(
        'REDIRECT_ALLOWLIST is empty: links may lead to the origins of APP_URL and BASE_URL only',
        'list the origins of your other front ends in REDIRECT_ALLOWLIST, if there are any',
      );
    }
    if (list.length === 0) return ok('REDIRECT_ALLOWLIST is empty: outside production links may lead anywhere');
    const findings = production ? list.flatMap(risk) : [];
    return findings.length > 0 ? findings : ok(`${list.length} origins besides APP_URL and BASE_URL`);
  },
};

function risk({ protocol, host, wildcard }: AllowedOrigin): Finding[] {
  const origin = `${protocol}//${wildcard ? '*' : ''}${host}`;
  const findings: Finding[] = [];
  if (protocol === 'http:' && !isLocal(`${protocol}//${host.replace(/^\./, '')}`)) {
    findings.push(...warn(`${origin} lets tokens travel unencrypted`, 'use https:// in REDIRECT_ALLOWLIST'));
  }
  if (wildcard) {
    findings.push(
      ...warn(`${origin} trusts everyone who can get a name below it`, 'name each origin in REDIRECT_ALLOWLIST'),
    );
  }
  return findings;
}
