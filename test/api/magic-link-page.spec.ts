import { useMail } from '../support/service/mail.js';

const NEXT_URL = 'https://app.example.com/in';

const { app, mail } = useMail({ LINK_CONFIRM: 'page', APP_NAME: "Müller's & Söhne" });

async function mailed(): Promise<{ uid: string; link: string }> {
  const { uid, email } = await app.signUp();
  const ask = () => app.post('/api/auth/magic-link', { email, next_url: NEXT_URL });
  return { uid, link: await mail.linkAfter(email, ask) };
}

it('a magic link shows a page with a button before it signs the user in', async () => {
  const { uid, link } = await mailed();
  for (const method of ['GET', 'GET', 'HEAD']) expect((await app.follow(link, method)).status).toBe(200);
  const answer = await app.follow(link, 'POST');
  expect([answer.status, answer.parameter('uid')]).toEqual([302, uid]);
  expect(answer.location.startsWith(`${NEXT_URL}?uid=`)).toBe(true);
});

it('the page of a magic link has a form that posts to its own URL, and works without a script', async () => {
  const { link } = await mailed();
  const { text } = await app.follow(link);
  expect(text).toContain(`<form method="post" action="${new URL(link).search}">`);
  expect(text.match(/<button/g)).toHaveLength(1);
  expect(text).not.toMatch(/<script|\son\w+=|<input/i);
});

it('the page of a magic link has a policy that allows only to send its form', async () => {
  const { headers } = await app.follow((await mailed()).link);
  const policy = (headers.get('content-security-policy') ?? '').split('; ');
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(policy).toEqual([
    "default-src 'none'",
    expect.stringMatching(/^style-src 'sha256-[\w+/]{43}='$/),
    "form-action 'self' https://app.example.com",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('the page of a magic link shows the name of the product, escaped', async () => {
  const { text } = await app.follow((await mailed()).link);
  expect(text).toContain('<header>Müller&#x27;s &amp; Söhne</header>');
});

it('a magic link that is used or expired redirects to its target without a page', async () => {
  const used = await mailed();
  await app.follow(used.link, 'POST');
  const expired = await mailed();
  expect((await app.follow(used.link)).location.startsWith(`${NEXT_URL}?error=LINK_ALREADY_USED&message=`)).toBe(true);
  await app.advance(901);
  expect((await app.follow(expired.link)).parameter('error')).toBe('LINK_EXPIRED');
  expect((await app.follow(expired.link, 'POST')).parameter('error')).toBe('LINK_EXPIRED');
});

it('a magic link with an unknown token fails with INVALID_LINK without a page', async () => {
  const answer = await app.get('/api/auth/magic-link/verify?token="><script>alert(1)</script>');
  expect([answer.status, answer.code]).toEqual([400, 'INVALID_LINK']);
  expect(answer.text).not.toContain('script');
});
