import { createClient } from '@latchkey/client';

export const auth = createClient({ baseUrl: 'http://localhost:3000', onSignedOut: (reason) => console.info(reason) });
