import { parameterOf } from '@app/flows';

/** Reads an option that is a list, separated by commas. */
export const words = (text: string): string[] => text.split(',').map((word) => word.trim());

/** Reads an option that is `true` or `false`. The request refuses any other text. */
export const flag = (text: string): boolean | string => ({ true: true, false: false })[text] ?? text;

/** The options that were given, under the names of the admin API. */
export function toBody({ json: _json, ...options }: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [parameterOf(name), value]));
}
