import type { ErrorCode } from '../codes.js';
import type { CodeText } from './code-text.js';

/** Codes about clients and API keys. */
export const MACHINE_TEXTS = {
  CLIENT_NOT_FOUND: {
    meaning: 'There is no client with this id, or it was deleted.',
    remedy: 'List the clients with `latchkey client list`.',
  },
  SECRET_NOT_FOUND: {
    meaning: 'The client has no secret with this id, or it was deleted.',
    remedy: 'Read the client again: `secrets` has the ids.',
  },
  SECRET_LIMIT_REACHED: {
    meaning: 'The client has two secrets already.',
    remedy: 'Delete the one that no program uses any more.',
  },
  API_KEYS_DISABLED: {
    meaning: '`API_KEY_SCOPES` is `none`, so users have no API keys.',
    remedy: 'Do not offer API keys, or set `API_KEY_SCOPES` and `API_KEY_AUDIENCES`.',
  },
  API_KEY_NOT_FOUND: {
    meaning: 'The user has no API key with this id, or it was revoked.',
    remedy: 'Read the list of keys again.',
  },
  KEY_LIMIT_REACHED: {
    meaning: 'The user has 20 API keys already.',
    remedy: 'Let the user delete one that is no longer used.',
  },
  INVALID_API_KEY: {
    meaning:
      'The API key is malformed, unknown, revoked or expired, or its user was disabled or deleted. The answer is the same in each case.',
    remedy: 'Make a new key. The log of the service has the reason.',
  },
  INVALID_SCOPE: {
    meaning:
      'For a new key: a scope that is not in `API_KEY_SCOPES`, or beyond the `scopes` in the claims of the user. For an exchange: a scope that the key does not have or that is no longer allowed, or none is left.',
    remedy: 'Ask for less, or leave `scope` out to get what is left.',
  },
  INVALID_AUDIENCE: {
    meaning:
      'For a new key: an audience that is not in `API_KEY_AUDIENCES`. For an exchange: one that the key does not have or that is no longer allowed, or none although the key has several.',
    remedy: 'Name one audience of the key, byte for byte.',
  },
} satisfies Partial<Record<ErrorCode, CodeText>>;
