import { createClient } from '@latchkey/client';

// On the site of the service, add sessions: 'cookie'.
export const auth = createClient({ baseUrl: 'http://localhost:3000', onSignedOut: (reason) => console.info(reason) });
