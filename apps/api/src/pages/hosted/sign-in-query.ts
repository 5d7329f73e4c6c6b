import { LAST_SECOND, STRENGTHS } from '@app/flows';

const DIGITS = /^\d{1,10}$/;

/** Whether the service can do what a product demands of a sign-in: left out, or one known value each. */
export function isKnownDemand({ acr, max_age: maxAge }: Record<string, unknown>): boolean {
  return (acr === undefined || STRENGTHS.some((known) => known === acr)) && (maxAge === undefined || isAge(maxAge));
}

function isAge(value: unknown): boolean {
  return typeof value === 'string' && DIGITS.test(value) && Number(value) <= LAST_SECOND;
}
