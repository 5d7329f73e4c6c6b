import { createHash } from 'node:crypto';
import handlebars from 'handlebars';

const STYLE = `
  body { margin: 0; padding: 24px 16px; background: #f4f4f5; color: #18181b; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 420px; margin: 10vh auto 0; padding: 24px; background: #fff; border-radius: 8px; text-align: center; }
  button { padding: 12px 24px; border: 0; border-radius: 6px; background: #18181b; color: #fff; font: inherit; cursor: pointer; }
`;

const page = handlebars.compile(
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign in to {{app}}</title>
    <style>{{{style}}}</style>
  </head>
  <body>
    <main>
      <h1>{{app}}</h1>
      <form method="post" action="?token={{token}}"><button>Sign in</button></form>
    </main>
  </body>
</html>
`,
  { strict: true },
);

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** A page with one button, for a person to press and a mail scanner to leave alone. It needs no script. */
export function confirmPage(app: string, token: string): string {
  return page({ app, token: encodeURIComponent(token), style: STYLE });
}

/** What the page may do: look as it does, and send its form, which leads on to the target. */
export function confirmPolicy(target: string): string {
  const leads = `form-action 'self' ${new URL(target).origin}`;
  return `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${leads}; base-uri 'none'; frame-ancestors 'none'`;
}
