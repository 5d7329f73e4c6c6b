import { DATABASE } from '../support/database/database.js';
import { Galera } from '../support/database/galera.mjs';
import type { Answer } from '../support/http/http.js';
import { CheckedUser, type Send } from '../support/models/checked-user.js';
import { has } from '../support/run/machine.mjs';
import { newEmail, PASSWORD } from '../support/service/app.js';
import { Cli } from '../support/service/cli.js';
import { examine } from '../support/service/doctor.js';
import { MailServer } from '../support/service/mail-server.js';
import { SECRET, Service } from '../support/service/service.js';

const CLIENTS = 8;
/** Operations of each client after the other nodes have noticed that a node is dead. */
const STEPS = 20;
const EMAILS = 30;
/** After this time, in seconds, another process sends an email that a stopped process had claimed. */
const CLAIM_SECONDS = 60;
const TABLES = ['users', 'sessions', 'signing_keys', 'messages', 'events', 'migrations'];

const hasGalera = DATABASE === 'mysql' && has('galera');

(hasGalera ? describe : describe.skip)('on a Galera cluster of three nodes', () => {
  let cluster: Galera;
  let mail: MailServer;
  let replicas: Service[];

  beforeAll(async () => {
    mail = await MailServer.start();
    cluster = await Galera.start();
    const DATABASE_URL = await cluster.createDatabase('latchkey');
    const settings = { DATABASE_URL, SMTP_URL: mail.url, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' };
    const launch = () => Service.launch({ ...settings, REFRESH_GRACE: '600' });
    replicas = await Promise.all([launch(), launch(), launch()]);
    await Promise.all(replicas.map((replica) => replica.untilReady()));
  }, 180_000);

  afterAll(async () => {
    await Promise.all((replicas ?? []).map((replica) => replica.stop()));
    await cluster?.stop();
    await mail?.stop();
  });

  const on = (index: number): Service => replicas[index % replicas.length] as Service;

  const post = (index: number, path: string, body: unknown): Promise<Answer> =>
    on(index).call('POST', `/api/auth/${path}`, { body });

  const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_none, index) => make(index)));

  const sum = async (status: string): Promise<number> => {
    const counts = await Promise.all(cluster.nodes.map((node) => node.status(status)));
    return counts.reduce((total, count) => total + Number(count), 0);
  };

  /** Sends as a client behind a load balancer; a broken connection counts as no answer. */
  const sendToAnyReplica: Send = (method, path, body, token) =>
    on(Math.floor(Math.random() * replicas.length))
      .call(method, path, { body, token })
      .catch(() => undefined);

  const waiting = "SELECT id FROM latchkey.messages WHERE status <> 'sent'";
  const allSent = () => on(0).until(async () => (await cluster.nodes[2]?.sql(waiting))?.length === 0);

  const differing = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const table of TABLES) {
      const sums = await Promise.all(cluster.nodes.map((node) => node.sql(`CHECKSUM TABLE latchkey.${table}`)));
      if (new Set(sums.map((rows) => JSON.stringify(rows))).size > 1) found.push(table);
    }
    return found;
  };

  it('three replicas that start at once migrate the database once, and create one pair of keys', async () => {
    const migrations = (await cluster.nodes[0]?.sql('SELECT name FROM latchkey.migrations')) ?? [];
    expect(migrations.length).toBeGreaterThan(0);
    expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
    expect(await cluster.nodes[1]?.sql('SELECT kid FROM latchkey.signing_keys')).toHaveLength(2);
    const sets = await many(3, (index) => on(index).call('GET', '/.well-known/jwks.json'));
    expect(new Set(sets.map(({ text }) => text)).size).toBe(1);
  });

  it('the other replicas immediately see what one replica has acknowledged', async () => {
    for (let round = 0; round < 12; round++) {
      const email = newEmail();
      expect((await post(round, 'user/create', { email, password: PASSWORD })).status).toBe(200);
      const { token, refresh_token } = (await post(round + 1, 'user/login', { email, password: PASSWORD })).json;
      expect((await on(round).call('GET', '/api/auth/user', { token })).status).toBe(200);
      const moved = await post(round + 2, 'user/refresh', { refresh_token });
      expect(moved.status).toBe(200);
      expect((await post(round, 'user/refresh', { refresh_token: moved.json.refresh_token })).status).toBe(200);
    }
  });

  it('one of many equal requests on different nodes succeeds, and conflicting transactions are retried', async () => {
    const conflicts = async () => (await sum('wsrep_local_bf_aborts')) + (await sum('wsrep_local_cert_failures'));
    const before = await conflicts();
    for (let round = 0; round < 10 && (round < 3 || (await conflicts()) === before); round++) {
      const email = newEmail();
      const created = await many(18, (index) => post(index, 'user/create', { email, password: PASSWORD }));
      expect(created.map(({ code }) => code ?? 'created').sort()).toEqual([
        ...Array(17).fill('EMAIL_ALREADY_IN_USE'),
        'created',
      ]);
      const { token, refresh_token } = (await post(round, 'user/login', { email, password: PASSWORD })).json;
      const refreshed = await many(18, (index) => post(index, 'user/refresh', { refresh_token }));
      expect(refreshed.map(({ status }) => status)).toEqual(Array(18).fill(200));
      const sessions = await cluster.nodes[0]?.sql(
        'SELECT generation FROM latchkey.sessions JOIN latchkey.users USING (uid) WHERE email = ?',
        [email],
      );
      expect(sessions).toEqual([{ generation: 1 }]);
      const put = (index: number) =>
        on(index).call('PUT', '/api/auth/user', { token, body: { metadata: `{"n":${index}}` } });
      expect((await many(18, put)).map(({ status }) => status)).toEqual(Array(18).fill(200));
    }
    expect(await conflicts()).toBeGreaterThan(before);
  });

  it('doctor warns of a DATABASE_URL with one of the nodes, and accepts one with all of them', async () => {
    const all = await cluster.createDatabase('doctor');
    const one = all.replace(/,[^/]+/, '');
    const cli = new Cli({});
    const found = async (DATABASE_URL: string) => (await examine(cli, { DATABASE_URL })).of('cluster')[0];
    expect(await found(one)).toMatchObject({ status: 'warn', cure: expect.stringContaining('wsrep_sync_wait') });
    expect(await found(all)).toMatchObject({ status: 'ok', found: '3 nodes; DATABASE_URL names 3 of them' });
    cli.remove();
  });

  it('replicas on different nodes send each email once', async () => {
    const emails = Array.from({ length: EMAILS }, newEmail);
    await Promise.all(emails.map((email, index) => post(index, 'magic-link', { email, sign_up: true })));
    await mail.until(EMAILS);
    await allSent();
    expect(mail.messages.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort());
  });

  it('the cluster loses nothing that was acknowledged when a node is killed under load', async () => {
    const replicated = () => Promise.all(cluster.nodes.map((node) => node.status('wsrep_replicated')));
    const written = await replicated();
    const users = Array.from({ length: CLIENTS }, () => new CheckedUser(sendToAnyReplica));
    let left = Number.POSITIVE_INFINITY;
    const load = users.map(async (user) => {
      while (left > 0) {
        const acknowledged = await user.step();
        if (acknowledged) left -= 1;
      }
    });
    await on(0).until(async () =>
      (await replicated()).every((count, index) => Number(count) > Number(written[index]) + STEPS),
    );
    await cluster.kill(1);
    await on(0).until(async () => (await cluster.nodes[0]?.status('wsrep_cluster_size')) === '2');
    left = CLIENTS * STEPS;
    await Promise.all(load);
    expect((await Promise.all(users.map((user) => user.check()))).flat()).toEqual([]);
    await Promise.all(replicas.map((replica) => replica.advance(CLAIM_SECONDS)));
    await allSent();
    await cluster.restart(1);
    await on(0).until(async () => (await differing()).length === 0);
  }, 240_000);
});
