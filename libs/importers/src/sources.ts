import { aspnet } from './products/aspnet.js';
import { auth0 } from './products/auth0.js';
import { betterAuth } from './products/better-auth.js';
import { clerk } from './products/clerk.js';
import { cognito } from './products/cognito.js';
import { csv } from './products/csv.js';
import { django } from './products/django.js';
import { firebase } from './products/firebase.js';
import { keycloak } from './products/keycloak.js';
import { kratos } from './products/kratos.js';
import { supabase } from './products/supabase.js';
import { wordpress } from './products/wordpress.js';
import type { Source } from './source.js';

/** The sources of `--from`, except for `ndjson`, whose lines need no conversion. */
export const SOURCES = new Map<string, Source>(
  Object.entries({
    ...{ supabase, auth0, firebase, keycloak, clerk, cognito },
    ...{ 'better-auth': betterAuth, kratos, django, aspnet, wordpress, csv },
  }),
);
