/** Settings with a new name, by the old one, which also works for one version. */
export const OLD_NAMES: Record<string, string> = {
  RATE_LIMIT_LETTERS: 'RATE_LIMIT_EMAILS',
  RATE_LIMIT_MAILBOX_LETTERS: 'RATE_LIMIT_MAILBOX_EMAILS',
};

/** A variable with the old name of a setting. */
export interface OldName {
  variable: string;
  setting: string;
}

export function oldNamesIn(source: NodeJS.ProcessEnv): OldName[] {
  return Object.entries(OLD_NAMES)
    .filter(([old]) => source[old] !== undefined)
    .map(([variable, setting]) => ({ variable, setting }));
}

/** Replaces old names by new ones. A setting that has both names keeps the value of the new one. */
export function withNewNames(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(source);
  const renamed = entries.map(([name, value]) => [OLD_NAMES[name] ?? name, value]);
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(entries.filter(([name]) => !(name in OLD_NAMES))) };
}
