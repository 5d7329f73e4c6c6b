/** Paths of the service that are not in the OpenAPI document, and what they have, in Markdown. */
export const PAGES: Readonly<Record<string, string>> = {
  'GET /': 'A page that says what the service is; in production only the name of the product.',
  'GET /docs': 'The interactive documentation of the API.',
  'GET /openapi.json': 'The OpenAPI document: all parameters, fields and answers.',
  'GET /console': 'The console, with `CONSOLE=on`.',
  'GET /sign-in': 'The sign-in page, with `HOSTED_PAGES=on`.',
  'GET /reset-password':
    'The page to choose a new password, with `HOSTED_PAGES=on`. Reset links without `reset_url` and `APP_URL` lead to it.',
  'GET /account': 'The page of the signed-in user, with `HOSTED_PAGES=on`.',
  'GET /client.js':
    '`@latchkey/client` as one JavaScript module, with `HOSTED_PAGES=on`; pages of every origin may load it.',
  'GET /.well-known/change-password': 'Leads a password manager to `/account`, with `HOSTED_PAGES=on` (W3C).',
  'GET /.well-known/passkey-endpoints':
    'Where a passkey manager adds and changes passkeys (`enroll`, `manage`), with `HOSTED_PAGES=on` (W3C).',
  'GET /branding/theme.css': 'The colors of `BRANDING_DIR`; with `HOSTED_PAGES=on` empty without them.',
  'GET /branding/logo.svg': 'The logo of `BRANDING_DIR`.',
  'GET /branding/texts/{language}.json': 'The texts of `BRANDING_DIR`.',
};
