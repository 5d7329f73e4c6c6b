/** The only source for which an option has a meaning. */
export const SOURCE_OF_OPTION = { map: 'csv', hashConfig: 'firebase', rpId: 'kratos' } as const;

const HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/** Whether a text is a host name in lower case, as relying party ids are. */
export function isRpId(text: string): boolean {
  return HOST.test(text);
}
