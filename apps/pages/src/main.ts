import { given, isResetPage, leaveFor, RESET_URL, SERVICE } from './address';
import { follow, show } from './layout';

/** What the account page says to the sign-in page of its tab. In the address, anybody could say it by a link. */
const SIGNED_OUT = 'latchkey signed out';

function takeSignedOut(): string {
  const said = sessionStorage.getItem(SIGNED_OUT) ?? '';
  sessionStorage.removeItem(SIGNED_OUT);
  return said;
}

/** Shows the page of the address. Each is loaded when it is shown. */
async function main(): Promise<void> {
  if (location.pathname.endsWith('/account')) {
    await import('@latchkey/elements/account');
    const element = document.createElement('latchkey-account');
    Object.assign(element, { baseUrl: SERVICE, sessions: 'pages', resetUrl: RESET_URL });
    const leave = () => location.assign(`${SERVICE}/sign-in`);
    element.addEventListener('latchkey-signed-out', ({ detail }) => {
      if (detail.everywhere) sessionStorage.setItem(SIGNED_OUT, 'everywhere');
      leave();
    });
    // While the service is out of reach, the element says so.
    if ((await element.service.client.accessToken().catch(() => 'unknown')) === undefined) leave();
    else show(element, true);
    return;
  }
  await import('@latchkey/elements');
  const element = document.createElement('latchkey-sign-in');
  Object.assign(element, {
    baseUrl: SERVICE,
    sessions: 'pages',
    history: true,
    nextUrl: given('next_url'),
    codeChallenge: given('code_challenge'),
    acr: given('acr'),
    maxAge: given('max_age'),
    resetUrl: RESET_URL,
    screen: isResetPage() ? 'reset' : given('screen'),
    loginHint: given('login_hint'),
    prompt: given('prompt'),
    signedOut: takeSignedOut(),
    // A prepared link signs no one in unseen.
    autoContinue: 'off',
  });
  element.addEventListener('latchkey-signed-in', ({ detail }) => leaveFor(element.nextUrl, detail.code));
  show(element, false);
}

follow();
void main();
