import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { freePort, has } from '../support/run/machine.mjs';
import { newEmail, PASSWORD, useApp } from '../support/service/app.js';
import { Authority, type Certificate } from '../support/service/neighbours.js';

/** The one private address that the setting allows. */
const ALLOWED = '127.0.0.9';
const ANSWERED = 204;

/** What a receiver has seen: the name of each TLS connection (SNI), and the host of each request. */
interface Seen {
  names: (string | undefined)[];
  hosts: (string | undefined)[];
}

(has('openssl') ? describe : describe.skip)('a webhook over HTTPS', () => {
  const trusted = has('openssl') ? new Authority() : undefined;
  const seen: Seen = { names: [], hosts: [] };
  const trapped: Seen = { names: [], hosts: [] };
  const servers: Server[] = [];
  let port = 0;

  const app = useApp(
    () => ({ WEBHOOK_NETWORKS: `${ALLOWED}/32`, NODE_EXTRA_CA_CERTS: trusted?.file ?? '' }),
    ['resolver.mjs'],
  );

  beforeAll(async () => {
    const authority = trusted as Authority;
    const certificates: Record<string, Certificate> = {
      'hooks.test': authority.issue('DNS:hooks.test'),
      'other.test': authority.issue('DNS:hooks.test,DNS:*.other.test'),
      'expired.test': authority.issue('DNS:expired.test', -1),
      'alone.test': authority.selfSigned('/CN=alone.test', 'DNS:alone.test'),
      'stranger.test': new Authority().issue('DNS:stranger.test'),
    };
    port = await freePort();
    const fallback = authority.issue(`IP:${ALLOWED}`);
    servers.push(await listen(ALLOWED, port, seen, fallback, certificates));
    servers.push(await listen('127.0.0.1', port, trapped, fallback, certificates));
  });
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(async () => {
    await app.sql('DELETE FROM webhooks');
    for (const each of [seen, trapped]) [each.names.length, each.hosts.length] = [0, 0];
  });

  const resolve = (names: Record<string, string[][]>) => app.service.ask({ resolve: names });
  const create = async (host: string, on = port): Promise<string> =>
    (await app.admin('POST', '/webhooks', { url: `https://${host}:${on}/x`, types: ['user.created'] })).json.webhook_id;
  const newUser = () => app.post('/api/auth/user/create', { email: newEmail(), password: PASSWORD });
  const deliveryOf = async (id: string) => (await app.admin('GET', `/webhooks/${id}/deliveries`)).json.deliveries[0];
  /** The only delivery of a webhook, after its first try. */
  async function firstTry(id: string) {
    await newUser();
    await app.service.until(async () => (await deliveryOf(id))?.attempts === 1);
    return deliveryOf(id);
  }

  it('sends the name in the handshake, to the address that was checked, and trusts NODE_EXTRA_CA_CERTS', async () => {
    await resolve({ 'hooks.test': [[ALLOWED], [ALLOWED], ['127.0.0.1']] });
    const id = await create('hooks.test');
    expect(await firstTry(id)).toMatchObject({ status: 'sent', last_status: ANSWERED, last_error: null });
    expect(seen).toEqual({ names: ['hooks.test'], hosts: [`hooks.test:${port}`] });
    expect(await app.admin('POST', `/webhooks/${id}/test`)).toMatchObject({ json: { status: null } });
    expect(trapped).toEqual({ names: [], hosts: [] });
  });

  it('sends no name in the handshake to an address, whose certificate must have this address', async () => {
    const id = await create(ALLOWED);
    expect(await firstTry(id)).toMatchObject({ status: 'sent', last_status: ANSWERED });
    expect(seen).toEqual({ names: [], hosts: [`${ALLOWED}:${port}`] });
  });

  it.each([
    ['for another name', 'other.test', "ERR_TLS_CERT_ALTNAME_INVALID: Host: other.test. is not in the cert's altnames"],
    ['that has expired', 'expired.test', 'CERT_HAS_EXPIRED: certificate has expired'],
    ['that is self-signed', 'alone.test', 'DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate'],
    ['of an unknown authority', 'stranger.test', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify'],
  ])('fails, without a request, at a receiver with a certificate %s', async (_which, host, error) => {
    await resolve({ [host]: [[ALLOWED]] });
    const id = await create(host);
    expect(await firstTry(id)).toMatchObject({
      status: 'waiting',
      last_status: null,
      last_error: expect.stringContaining(error),
    });
    expect((await app.admin('GET', `/webhooks/${id}`)).json.last_error).toContain(error);
    expect(seen).toEqual({ names: [host], hosts: [] });
  });

  it('fails at a port that does not speak TLS, says so, and goes on at the right port', async () => {
    const plain = createTcpServer((socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\n');
      plain.close();
    });
    await once(plain.listen(0, ALLOWED), 'listening');
    const id = await create(ALLOWED, (plain.address() as AddressInfo).port);
    expect(await firstTry(id)).toMatchObject({
      last_status: null,
      last_error: expect.stringMatching(/^EPROTO: .*wrong version number/),
    });
    const url = `https://${ALLOWED}:${port}/x`;
    expect((await app.admin('PATCH', `/webhooks/${id}`, { url })).status).toBe(200);
    await app.service.until(async () => {
      // The next try may have begun with the URL before: then another one follows after five minutes.
      await app.advance(330);
      return (await deliveryOf(id)).status === 'sent';
    });
  });
});

async function listen(
  host: string,
  port: number,
  seen: Seen,
  fallback: Certificate,
  certificates: Record<string, Certificate>,
): Promise<Server> {
  const SNICallback = (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    seen.names.push(name);
    done(null, createSecureContext(certificates[name] ?? fallback));
  };
  const server = createServer({ ...fallback, SNICallback }, (request, response) => {
    seen.hosts.push(request.headers.host);
    request.resume().on('end', () => response.writeHead(ANSWERED).end());
  });
  // A client that refuses the certificate ends the handshake.
  server.on('tlsClientError', () => undefined);
  await once(server.listen(port, host), 'listening');
  return server;
}
