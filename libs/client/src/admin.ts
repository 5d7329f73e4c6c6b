import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

type AdminPaths = { [Path in keyof paths as Path extends `/api/admin/${string}` ? Path : never]: paths[Path] };

export interface AdminClientOptions {
  /** The `BASE_URL` of the service. */
  baseUrl: string;
  /**
   * An admin token with the scopes that the calls need. For servers only: never send it to a browser. The console has
   * none, because the browser sends its cookie.
   */
  adminToken?: string;
  /** Sends the requests, in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export type AdminClient = Client<AdminPaths>;

/** The bodies of requests and answers, by the names of the OpenAPI document. */
export type AdminSchemas = components['schemas'];

/** The typed endpoints under `/api/admin`: `GET`, `POST` and so on, each returning `data` or `error`. */
export function createAdminClient({ baseUrl, adminToken, fetch }: AdminClientOptions): AdminClient {
  const headers = adminToken === undefined ? {} : { authorization: `Bearer ${adminToken}` };
  return createFetchClient<AdminPaths>({ baseUrl, headers, ...(fetch && { fetch }) });
}
