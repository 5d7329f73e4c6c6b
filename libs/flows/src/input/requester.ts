import { currentActor } from '@app/events';
import type { Requester } from '@app/mail';
import { browserOf } from './browser.js';

/** The outbox stores it with the email. */
const MAX_LENGTH = 200;

/** In place of the client of an administrator: the email is not in the language of the administrator. */
export const NO_CLIENT: Requester = { browser: '', system: '', languages: '' };

/**
 * Who causes an email: the client of the current request.
 * @param locale the language that the request asks for; otherwise its `Accept-Language` counts
 */
export function requester(locale?: string): Requester {
  const { userAgent = '', brands, languages = '' } = currentActor();
  return { ...browserOf(userAgent, brands), languages: (locale ?? languages).slice(0, MAX_LENGTH) };
}
