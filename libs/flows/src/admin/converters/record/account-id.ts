import { validate as isUuid } from 'uuid';
import type { UserFields } from './part.js';

/** A UUID stays the id of the user. Any other id is kept in the metadata. */
export function keepId(id: string, fields: UserFields): UserFields {
  if (isUuid(id)) return { ...fields, uid: id };
  return { ...fields, metadata: { ...fields.metadata, old_id: id } };
}

/** The values that are present. */
export function present(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Claims with these roles; undefined for none. */
export function roleClaims(roles: string[]): Record<string, unknown> | undefined {
  const names = roles.map((role) => role.trim()).filter((role) => role !== '');
  return names.length === 0 ? undefined : { roles: names };
}
