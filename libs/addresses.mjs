// Where a repository is on the web, by the URL of its git remote, and what package.json says of it.

/** `git@git.example.com:acme/auth.git`, as in scp: a host with a dot, and no path of Windows. */
const SCP = /^(?:[\w.-]+@)?((?:[\w-]+\.)+[\w-]+):(?!\/\/)\/?(.+)$/;
const PROTOCOLS = ['https:', 'http:', 'ssh:', 'git:'];

/** The URL of a repository for browsers; undefined if the remote is a folder or missing. Names and passwords stay out of it. */
export function repositoryOf(remote) {
  const [, place, path] = SCP.exec(remote) ?? [];
  const url = path ? `https://${place}/${path}` : remote;
  const { protocol, host, hostname, pathname } = parse(url) ?? {};
  if (!PROTOCOLS.includes(protocol) || !hostname) return undefined;
  // The port of SSH is not that of the web server.
  const isWeb = /^https?:$/.test(protocol);
  return `${isWeb ? protocol : 'https:'}//${isWeb ? host : hostname}${pathname.replace(/\/*(?:\.git)?\/*$/, '')}`;
}

function parse(url) {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/**
 * The fields of a package.json.
 * @param directory the folder of the package, if it is not the root of the repository
 */
export function addressesIn(repository, directory) {
  return {
    homepage: `${repository}${directory ? `/tree/HEAD/${directory}` : ''}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, ...(directory && { directory }) },
  };
}
