import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.js';

type AdminPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? Path : never]: paths[Path] };

export interface AdminClientOptions {
  /** Where the service is: its `BASE_URL`. */
  baseUrl: string;
  /** With the scopes that the calls need. It is for servers only: never hand it to a browser. */
  adminToken: string;
}

export type AdminClient = Client<AdminPaths>;

/** The typed endpoints under `/api/admin`: `GET`, `POST` and so on, each answering with `data` or `error`. */
export function createAdminClient({ baseUrl, adminToken }: AdminClientOptions): AdminClient {
  return createFetchClient<AdminPaths>({ baseUrl, headers: { authorization: `Bearer ${adminToken}` } });
}
