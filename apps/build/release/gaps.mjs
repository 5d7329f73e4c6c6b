// What is missing for a release.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { isDated } from './changes.mjs';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The output of git, without the line break at its end; empty if git fails. */
export function git(...words) {
  try {
    return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** One sentence for each gap. */
export function gaps(version, repository) {
  const tag = `v${version}`;
  const checks = [
    [repository, 'The git remote "origin" has no URL of a repository. Set it: git remote add origin <URL>.'],
    [isDated(version), `CHANGELOG.md has no heading "## [${version}] - " with a date, such as 2026-12-01.`],
    [git('status', '--porcelain') === '', 'Files differ from the last commit. Commit or restore them.'],
    [git('tag', '--points-at', 'HEAD').split('\n').includes(tag), `The commit has no tag ${tag}. Run: git tag ${tag}.`],
  ];
  return checks.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);
}
