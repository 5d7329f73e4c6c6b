/** The usual ids of providers here, by their names in other products. */
const USUAL = new Map(
  Object.entries({
    ...{ google: 'google', 'google-oauth2': 'google', 'google.com': 'google', oauth_google: 'google' },
    ...{ github: 'github', 'github.com': 'github', oauth_github: 'github' },
    ...{ apple: 'apple', 'apple.com': 'apple', oauth_apple: 'apple', signinwithapple: 'apple' },
  }),
);

/**
 * Finds the provider of an identity by its name in the source, in any case.
 * @param existing the ids of the providers of this service
 * @param given names and ids from the command line
 */
export function providerFinder(existing: ReadonlySet<string>, given: ReadonlyMap<string, string>) {
  const own = new Map([...given].map(([name, id]) => [name.toLowerCase(), id]));
  return (name: string): string | undefined => {
    const id = own.get(name.toLowerCase()) ?? USUAL.get(name.toLowerCase());
    return id !== undefined && existing.has(id) ? id : undefined;
  };
}
