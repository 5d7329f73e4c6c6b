// External providers for the tests, in one process: each `open` starts one of them on a port of its own.
// Run with `--import clock.mjs`, so that a test can set its clock like that of the service.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { github, handwritten } from './handwritten.mjs';
import { openid } from './openid.mjs';

const KINDS = { google: openid, apple: openid, oidc: openid, github, microsoft: handwritten, liar: handwritten };

/** Made once, because RSA keys take long. */
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const opened = new Map();

const calls = {
  /** @param options what the service registered: see `Registration` in `idp.ts` */
  async open({ kind, ...options }) {
    const server = createServer((request, response) => {
      provider.handle(request, response).catch((error) => {
        console.error(error);
        response.destroy();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://localhost:${server.address().port}`;
    const provider = KINDS[kind]({ kind, origin, keys: { ...keys, kid: randomUUID() }, ...options });
    opened.set(origin, provider);
    return { origin };
  },
  /** Adds an account that can sign in on the pages of the provider. */
  account({ origin, claims }) {
    opened.get(origin).accounts.set(claims.sub, claims);
  },
  /** Removes an account of a certified provider, which tells the service so. */
  remove({ origin, sub }) {
    return opened.get(origin).remove(sub);
  },
  /** Replaces the lies of a handwritten provider. */
  lies({ origin, lies }) {
    opened.get(origin).tell(lies);
  },
  logoutToken({ origin, lies }) {
    return opened.get(origin).logoutToken(lies);
  },
  requests({ origin }) {
    return opened.get(origin).requests;
  },
};

process.on('message', async ({ id, call, ...parameters }) => {
  if (id === undefined) return;
  try {
    process.send({ id, result: await calls[call](parameters) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
// The clock lets a process end that waits for messages only.
process.channel.ref();
process.send({ ready: true });
