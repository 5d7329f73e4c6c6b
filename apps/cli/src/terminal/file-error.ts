import { CliError } from './cli-error.js';
import { plain } from './output.js';

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission to use it',
  EPERM: 'you have no permission to use it',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** A file that cannot be used, with the reason in plain words; `-` is standard input. */
export function unusableFile(path: string, reason: string): CliError {
  const name = path === '-' ? 'standard input' : `the file ${plain(path)}`;
  return new CliError('FILE_UNUSABLE', `cannot use ${name}: ${reason}.`);
}

/** The error for a failed operation on a file. */
export function fileError(error: unknown, path: string): CliError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return unusableFile(path, REASONS[code] ?? plain(message));
}
