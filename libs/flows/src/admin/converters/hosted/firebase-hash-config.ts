import type { FirebaseHashConfig } from '../record/source.js';

const SCRYPT = 'SCRYPT';

/** Reads the text that the Firebase console shows as "Password hash parameters"; undefined if a value is missing. */
export function parseFirebaseHashConfig(text: string): FirebaseHashConfig | undefined {
  const textOf = (name: string) => new RegExp(`\\b${name}"?\\s*[:=]\\s*"?([\\w+/=-]+)`).exec(text)?.[1];
  const signerKey = textOf('base64_signer_key');
  const saltSeparator = textOf('base64_salt_separator');
  const [rounds, memCost] = [Number(textOf('rounds')), Number(textOf('mem_cost'))];
  if (signerKey === undefined || saltSeparator === undefined || !rounds || !memCost) return undefined;
  return (textOf('algorithm') ?? SCRYPT) === SCRYPT ? { signerKey, saltSeparator, rounds, memCost } : undefined;
}
