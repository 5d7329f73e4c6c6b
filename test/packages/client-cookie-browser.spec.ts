import { describeInBrowser, type Tab, type Visitor, WebApp } from '../support/browser/browser.js';
import { codeOf, fencedUser } from '../support/factors/factors.js';
import { Idp } from '../support/idp/idp.js';
import { type AddedProvider, addProvider, googleAccount } from '../support/idp/providers.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { codeIn, linkIn, MailServer } from '../support/service/mail.js';
import { LossyProxy } from '../support/service/proxies.js';

const REFRESH = '/api/auth/user/refresh';
/** The defaults of the service. */
const TTL_SECONDS = 900;
const GRACE_SECONDS = 10;
const TABS = 10;

/** All that a script of the page can read, but for the memory of other scripts. */
const READABLE = `(async () => {
  const stores = [];
  for (const { name } of await indexedDB.databases()) {
    const of = (request) => new Promise((done) => { request.onsuccess = () => done(request.result) });
    const database = await of(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      stores.push(await of(database.transaction(store).objectStore(store).getAll()));
  }
  const visited = navigation.entries().map(({ url }) => url);
  return JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, stores, await caches.keys(), document.cookie,
    location.href, visited, history.state, document.referrer,
  ]);
})()`;

const askWorker = (seconds: number) => `navigator.serviceWorker.ready.then(({ active }) => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => done(data);
  active.postMessage(${seconds}, [port2]);
}))`;

describeInBrowser('the client with its session in a cookie, in a browser', () => {
  const mail = new MailServer();
  const idp = new Idp();
  let web: WebApp;
  let app: App;
  let proxy: LossyProxy;
  let google: AddedProvider;
  let visitor: Visitor;
  let tab: Tab;
  beforeAll(async () => {
    [web] = await Promise.all([WebApp.start('localhost', 'cookie'), mail.open(), idp.start()]);
    const passkeys = { PASSKEY_RP_ID: 'localhost', PASSKEY_ORIGINS: web.origin };
    app = await App.start({ APP_URL: web.origin, SMTP_URL: mail.url, ...passkeys });
    google = await addProvider(app, idp, 'google', { id: 'google' });
    proxy = await new LossyProxy(app.service.url).listen();
    web.serviceUrl = proxy.urlAt('localhost');
  }, 60_000);
  afterAll(async () => {
    await web.stop();
    await proxy.stop();
    await app.stop();
    await idp.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    visitor = await web.visitor();
    tab = await visitor.tab();
  });
  afterEach(() => visitor.close());

  const credentials = () => ({ email: newEmail(), password: PASSWORD });
  const refreshes = () => app.service.requests.filter(({ route }) => route === REFRESH).length;

  /** A user who must add a factor before the sign-in, and the `mfa_token`. */
  async function enroller(): Promise<{ uid: string; token: string }> {
    const { uid, email } = await app.signUp();
    await app.prove(uid);
    await app.admin('PATCH', `/users/${uid}`, { mfa: 'required' });
    return { uid, token: (await app.login(email, PASSWORD)).json.mfa_token };
  }

  /** Each way to sign in. Returns the uid, and the tab if it is another one. */
  const WAYS: Record<string, () => Promise<{ uid: string; opened?: Tab }>> = {
    'a sign-up': () => tab.call('signUp', credentials()),
    'a password': async () => {
      const { email } = await app.signUp();
      return tab.call('signIn', email, PASSWORD);
    },
    'a magic link': async () => {
      const email = newEmail();
      await tab.call('signInWithLink', { email, sign_up: true, next_url: `${web.origin}/in?keep=1#there` });
      const opened = await visitor.tab(linkIn(await mail.emailTo(email)));
      expect(opened.url).toMatch(/\/in\?keep=1&code=[\w-]{43}#there$/);
      const { uid } = await opened.call('completeMagicLink');
      expect(opened.url).toBe(`${web.origin}/in?keep=1#there`);
      return { uid, opened };
    },
    'an email code': async () => {
      const email = newEmail();
      const { code_token } = await tab.call('requestCode', { email, sign_up: true });
      return tab.call('signInWithCode', code_token, codeIn(await mail.emailTo(email)));
    },
    'a passkey': async () => {
      await tab.addAuthenticator();
      const { uid } = await tab.call('signUp', credentials());
      await app.prove(uid);
      await tab.call('passkeys.create');
      await tab.call('signOut');
      return tab.call('passkeys.signIn');
    },
    'an external provider': async () => {
      const account = googleAccount(newEmail());
      await google.idp.addAccount(account);
      await tab.signInAt('google', account.email, `${web.origin}/back`);
      const signedIn = await tab.call('external.completeSignIn');
      expect(tab.url).toBe(`${web.origin}/back`);
      return signedIn;
    },
    'a second factor': async () => {
      const { email, secret } = await fencedUser(app);
      await expect(tab.call('signIn', email, PASSWORD)).rejects.toThrow('MFA_REQUIRED');
      const { mfa_token } = (await app.login(email, PASSWORD)).json;
      return tab.call('verifyTotp', mfa_token, await codeOf(app, secret, 1));
    },
    'a first app': async () => {
      const { token } = await enroller();
      const { factor_id, secret } = await tab.call('factors.addTotp', 'Phone', token);
      return tab.call('factors.confirmTotp', factor_id, await codeOf(app, secret), token);
    },
    'a first passkey': async () => {
      await tab.addAuthenticator();
      return tab.call('passkeys.create', 'Laptop', (await enroller()).token);
    },
  };

  it.each(Object.entries(WAYS))('leaves no token where a script can read it after %s', async (_way, signIn) => {
    const { uid, opened = tab } = await signIn();
    await tab.shows(uid);
    expect(await opened.call('user')).toMatchObject({ uid });
    const tokens = [await visitor.refreshToken(), await opened.call('accessToken')];
    expect(tokens).toEqual([expect.stringMatching(/^ey/), expect.stringMatching(/^ey/)]);
    for (const each of new Set([tab, opened])) {
      const readable = await each.run<string>(READABLE);
      for (const token of tokens) expect(readable).not.toContain(token);
      expect(readable).not.toMatch(/ey[\w-]+\.ey|verifier|code=/);
    }
  });

  it('keeps the session over a reload, and in a new tab when no other one is open', async () => {
    const { uid } = await tab.call('signUp', credentials());
    await tab.reload();
    await tab.shows(uid);
    await tab.close();
    const next = await visitor.tab();
    await next.shows(uid);
    expect(await next.call('user')).toMatchObject({ uid });
  });

  it('refreshes once for ten tabs and a service worker, at their start and when the access token has expired', async () => {
    const { uid } = await tab.call('signUp', credentials());
    await tab.run(`navigator.serviceWorker.register('/worker.js', { type: 'module' })`);
    await tab.close();
    const before = refreshes();
    const tabs = await visitor.tabs(TABS);
    const askAll = (seconds = 0) =>
      Promise.all([...tabs.map(async (each) => (await each.call('user')).uid), tabs[0]?.run(askWorker(seconds))]);
    expect(await askAll()).toEqual(Array(TABS + 1).fill(uid));
    expect(refreshes()).toBe(before + 1);
    await Promise.all([app.advance(TTL_SECONDS + 1), ...tabs.map((each) => each.sleep(TTL_SECONDS + 1))]);
    expect(await askAll(TTL_SECONDS + 1)).toEqual(Array(TABS + 1).fill(uid));
    expect(refreshes()).toBe(before + 2);
    await app.advance(GRACE_SECONDS + 1);
    expect(await askAll()).toEqual(Array(TABS + 1).fill(uid));
    expect(await Promise.all(tabs.map((each) => each.reasons()))).toEqual(tabs.map(() => []));
  });

  it('stays signed in when the answer to a refresh is lost', async () => {
    const { uid } = await tab.call('signUp', credentials());
    const before = [await visitor.refreshToken(), refreshes()];
    proxy.loseNext(REFRESH);
    await tab.reload();
    await tab.shows(uid);
    // The service may answer before the test has read the line of its log.
    await app.service.until(() => refreshes() === Number(before[1]) + 2);
    expect(await visitor.refreshToken()).not.toBe(before[0]);
    await app.advance(GRACE_SECONDS + 1);
    await tab.reload();
    await tab.shows(uid);
  });

  it('keeps the cookie of a refresh whose tab was closed before the answer', async () => {
    const { uid } = await tab.call('signUp', credentials());
    const before = await visitor.refreshToken();
    const { arrived, release } = proxy.delayNext(REFRESH);
    await tab.reload();
    await arrived;
    await tab.close();
    release();
    await app.service.until(async () => (await visitor.refreshToken()) !== before);
    await app.advance(GRACE_SECONDS + 1);
    await (await visitor.tab()).shows(uid);
  });

  it('signs out in all tabs, and the cookie is gone', async () => {
    const other = await visitor.tab();
    const { uid } = await tab.call('signUp', credentials());
    await other.shows(uid);
    await tab.call('signOut');
    await other.shows(null);
    expect([await visitor.refreshToken(), await tab.reasons(), await other.reasons()]).toEqual([
      undefined,
      ['signed_out'],
      ['signed_out'],
    ]);
    await other.reload();
    await other.shows(null);
  });

  it('shows another user in all tabs after a sign-in in one of them', async () => {
    const other = await visitor.tab();
    const { uid } = await tab.call('signUp', credentials());
    await other.shows(uid);
    const next = await other.call('signUp', credentials());
    await tab.shows(next.uid);
    expect(await tab.call('user')).toMatchObject({ uid: next.uid });
    await tab.reload();
    await tab.shows(next.uid);
    expect(await tab.reasons()).toEqual([]);
  });

  it('does not complete a link in another browser than the one that asked for it', async () => {
    const email = newEmail();
    await tab.call('signInWithLink', { email, sign_up: true, next_url: `${web.origin}/in` });
    const stranger = await web.visitor();
    const opened = await stranger.tab(linkIn(await mail.emailTo(email)));
    await expect(opened.call('completeMagicLink')).rejects.toThrow('LINK_NOT_REQUESTED');
    expect([opened.url, await stranger.refreshToken()]).toEqual([`${web.origin}/in`, undefined]);
    await stranger.close();
  });
});
