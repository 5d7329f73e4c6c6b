import { csv } from './csv.js';
import { aspnet } from './frameworks/aspnet.js';
import { django } from './frameworks/django.js';
import { wordpress } from './frameworks/wordpress.js';
import { auth0 } from './hosted/auth0.js';
import { clerk } from './hosted/clerk.js';
import { cognito } from './hosted/cognito.js';
import { firebase } from './hosted/firebase.js';
import { supabase } from './hosted/supabase.js';
import type { Source } from './record/source.js';
import { betterAuth } from './self-hosted/better-auth.js';
import { keycloak } from './self-hosted/keycloak.js';
import { kratos } from './self-hosted/kratos.js';

/** The sources of `--from`, except for `ndjson`, whose lines need no conversion. */
export const SOURCES = new Map<string, Source>(
  Object.entries({
    ...{ supabase, auth0, firebase, keycloak, clerk, cognito },
    ...{ 'better-auth': betterAuth, kratos, django, aspnet, wordpress, csv },
  }),
);
