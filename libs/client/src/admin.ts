import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.js';

type AdminPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? Path : never]: paths[Path] };

export interface AdminClientOptions {
  /** The `BASE_URL` of the service. */
  baseUrl: string;
  /** An admin token with the scopes that the calls need. For servers only: never send it to a browser. */
  adminToken: string;
}

export type AdminClient = Client<AdminPaths>;

/** The typed endpoints under `/api/admin`: `GET`, `POST` and so on, each returning `data` or `error`. */
export function createAdminClient({ baseUrl, adminToken }: AdminClientOptions): AdminClient {
  return createFetchClient<AdminPaths>({ baseUrl, headers: { authorization: `Bearer ${adminToken}` } });
}
