/** The URL of a repository for browsers, by the URL of its git remote; undefined if this is a folder. */
export function repositoryOf(remote: string): string | undefined;
