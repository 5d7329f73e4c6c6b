// What the providers need of HTTP.

/** The parameters of a body that is a form. */
export async function form(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}

export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function redirect(response, location) {
  response.writeHead(302, { location }).end();
}

function html(response, status, body) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>${body}`);
}

const escaped = (text) => String(text).replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

/** A page that sends a form to the callback at once, as in the response mode `form_post`. */
export function formPost(response, action, fields) {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  html(
    response,
    200,
    `<form method="post" action="${escaped(action)}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
  );
}

/**
 * What a visitor does on the page of a provider: the account that they choose, or `{ cancel: true }`. `walk` answers in
 * a header at once; a browser gets a page with a field for an email and two buttons.
 * @returns undefined after the page was sent
 */
export async function visitorChoice(request, response, accounts) {
  const { 'x-visitor': header } = request.headers;
  if (header !== undefined) return JSON.parse(Buffer.from(header, 'base64url').toString());
  const sent = request.method === 'POST' ? await form(request) : {};
  if (sent.cancel !== undefined) return { cancel: true };
  const account = [...accounts.values()].find(({ email, sub }) => sent.account && [email, sub].includes(sent.account));
  if (account) return account;
  html(
    response,
    200,
    `<title>Test provider</title><h1>Sign in</h1><form method="post"><label>Account <input name="account" autofocus>
    </label><button name="continue">Continue</button><button name="cancel">Cancel</button></form>`,
  );
  return undefined;
}

/** The id and the secret of the client of a token request, from its header or its body. */
export function clientOf(request, body) {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() !== 'basic') return { id: body.client_id, secret: body.client_secret };
  const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':').map(decodeURIComponent);
  return { id, secret };
}
