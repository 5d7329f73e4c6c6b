import { describeInBrowser, type Tab, type Visitor, WebApp } from '../support/browser/browser.js';
import { App, newEmail, PASSWORD } from '../support/service/app.js';
import { linkIn, MailServer } from '../support/service/mail.js';

const REFRESH = '/api/auth/user/refresh';
/** The defaults of the service. */
const TTL_SECONDS = 900;
const GRACE_SECONDS = 10;
/** How many tabs of one user send requests at once. */
const TABS = 5;

describeInBrowser('the client in a browser', () => {
  let web: WebApp;
  let mail: MailServer;
  let app: App;
  let visitor: Visitor;
  beforeAll(async () => {
    [web, mail] = await Promise.all([WebApp.start(), MailServer.start()]);
    app = await App.start({ SMTP_URL: mail.url, CORS_ORIGINS: web.origin });
    web.serviceUrl = app.service.url;
  });
  afterAll(async () => {
    await web.stop();
    await app.stop();
    await mail.stop();
  });
  beforeEach(async () => {
    visitor = await web.visitor();
  });
  afterEach(() => visitor.close());

  const credentials = () => ({ email: newEmail(), password: PASSWORD });

  /** The number of requests of a route that the service has answered. */
  const answered = (route: string) => app.service.requests.filter((line) => line.route === route).length;
  const refreshes = () => answered(REFRESH);

  /** Requests the user in all tabs at the same moment. Returns how often that made them refresh. */
  async function askAtOnce(tabs: Tab[]): Promise<number> {
    const [refreshed, read] = [refreshes(), answered('/api/auth/user')];
    const users = await Promise.all(tabs.map((tab) => tab.call('user')));
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(1);
    await app.service.until(() => answered('/api/auth/user') >= read + tabs.length);
    return refreshes() - refreshed;
  }

  /** The same for tabs that all have to refresh. */
  const refreshAtOnce = (tabs: Tab[]) => visitor.releaseTogether(REFRESH, tabs, () => askAtOnce(tabs));

  /** Tabs of one user, whose access token has expired. */
  async function expiredTabs(): Promise<Tab[]> {
    const tab = await visitor.tab();
    await tab.call('signUp', credentials());
    const tabs = [tab, ...(await visitor.tabs(TABS - 1))];
    await Promise.all([app.advance(TTL_SECONDS + 1), ...tabs.map((each) => each.sleep(TTL_SECONDS + 1))]);
    return tabs;
  }

  async function expectSignedIn(tabs: Tab[]): Promise<void> {
    await app.advance(GRACE_SECONDS + 1);
    await askAtOnce(tabs);
    expect(await Promise.all(tabs.map((tab) => tab.reasons()))).toEqual(tabs.map(() => []));
  }

  it('signs up, stays signed in after a reload, signs out and in', async () => {
    const tab = await visitor.tab();
    const user = credentials();
    const { uid } = await tab.call('signUp', user);
    await tab.reload();
    await tab.shows(uid);
    expect(await tab.call('user')).toMatchObject({ uid, email: user.email });
    await tab.call('signOut');
    await tab.shows(null);
    await expect(tab.call('user')).rejects.toThrow('NOT_AUTHENTICATED');
    await expect(tab.call('signIn', user.email, 'not the password')).rejects.toThrow('INVALID_CREDENTIALS');
    expect(await tab.call('signIn', user.email, user.password)).toEqual({ uid });
  });

  it('refreshes once for five tabs whose access token has expired, and signs no tab out', async () => {
    const tabs = await expiredTabs();
    expect(await refreshAtOnce(tabs)).toBe(1);
    await expectSignedIn(tabs);
  });

  it('refreshes once for five tabs whose access token the service refuses', async () => {
    const tab = await visitor.tab();
    const tabs = [tab, ...(await visitor.tabs(TABS - 1))];
    const { uid } = await tab.call('signUp', credentials());
    await Promise.all(tabs.map((each) => each.shows(uid)));
    await app.advance(TTL_SECONDS);
    expect(await refreshAtOnce(tabs)).toBe(1);
  });

  it('refreshes in several tabs at once when the browser has no locks, and signs no tab out', async () => {
    visitor = await web.visitor('Object.defineProperty(navigator, "locks", { value: undefined })');
    const tabs = await expiredTabs();
    expect(await refreshAtOnce(tabs)).toBeGreaterThan(1);
    await expectSignedIn(tabs);
  });

  it('signs in with the tokens of a magic link, and removes only them from the address bar', async () => {
    const email = newEmail();
    const asking = await visitor.tab();
    await asking.call('requestMagicLink', { email, sign_up: true, next_url: `${web.origin}/in?keep=1#there` });
    const opened = await visitor.tab(linkIn(await mail.emailTo(email)));
    expect(opened.url).toMatch(/\/in\?keep=1&uid=.+&at=.+&rt=.+&exp=\d+#there$/);
    await asking.shows(null);
    const { uid } = await opened.call('completeMagicLink');
    expect(opened.url).toBe(`${web.origin}/in?keep=1#there`);
    await asking.shows(uid);
    expect(await asking.call('user')).toMatchObject({ email, email_verified: true });
  });

  it('notifies the other tabs of a sign-in and a sign-out, with the reason', async () => {
    const [one, other] = [await visitor.tab(), await visitor.tab()];
    const { uid } = await one.call('signUp', credentials());
    await other.shows(uid);
    await one.call('signOut');
    await other.shows(null);
    expect(await other.reasons()).toEqual(['signed_out']);
  });

  it('notifies all tabs that an administrator has disabled the user', async () => {
    const [one, other] = [await visitor.tab(), await visitor.tab()];
    const { uid } = await one.call('signUp', credentials());
    await app.admin('PATCH', `/users/${uid}`, { active: false });
    await expect(one.call('sessions')).rejects.toThrow('NOT_AUTHENTICATED');
    await other.shows(null);
    expect([await one.reasons(), await other.reasons()]).toEqual([['disabled'], ['disabled']]);
  });

  it('keeps the session in memory when the browser has no storage', async () => {
    visitor = await web.visitor('Storage.prototype.setItem = () => { throw new DOMException("No.") }');
    const tab = await visitor.tab();
    const { uid } = await tab.call('signUp', credentials());
    expect(await tab.call('user')).toMatchObject({ uid });
    await tab.reload();
    await tab.shows(null);
  });
});
