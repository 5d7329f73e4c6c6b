import { readdirSync } from 'node:fs';
import { pageOf, ROOT, titleOf } from './pages.mjs';

const page = (text, file) => ({ text, link: pageOf(file) });
const doc = (text, name) => page(text, `docs/${name}.md`);

/** The pages of a folder, by their file names. */
const folder = (name) =>
  readdirSync(`${ROOT}docs/${name}`)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => page(titleOf(`docs/${name}/${file}`), `docs/${name}/${file}`));

/** A page with others below it, which are folded. */
const fold = (parent, items) => ({ ...parent, collapsed: true, items });

export const SIDEBAR = [
  {
    text: 'Start',
    items: [
      doc('Quick start', 'start'),
      fold(page('Examples', 'examples/README.md'), [
        page('React', 'examples/react/README.md'),
        page('Next.js', 'examples/nextjs/README.md'),
        page('NestJS', 'examples/nest/README.md'),
        page('Express', 'examples/express/README.md'),
        page('Two NestJS services', 'examples/machines/README.md'),
      ]),
      doc('Scope', 'scope'),
      doc('Glossary', 'glossary'),
    ],
  },
  {
    text: 'Build',
    items: [
      doc('Web pages: the client', 'web-client'),
      doc('Web pages: where the tokens are', 'web-client-sessions'),
      doc('React', 'recipes/react'),
      doc('Single page with a cookie', 'recipes/cookies'),
      doc('Next.js', 'recipes/nextjs'),
      doc('Next.js, one host', 'recipes/nextjs-one-host'),
      doc('Back end for a front end', 'recipes/backend-for-frontend'),
      doc('Mobile apps', 'recipes/mobile'),
      doc('Pages for links', 'recipes/pages'),
      doc('All recipes', 'recipes/README'),
    ],
  },
  {
    text: 'Protect',
    items: [
      doc('NestJS', 'other-services'),
      doc('Services and scripts', 'machine-callers'),
      doc('Express', 'recipes/express'),
      doc('Other frameworks', 'verify-tokens'),
      doc('Roles', 'recipes/roles'),
      doc('Test a service', 'recipes/test-a-service'),
      doc('API keys for users', 'api-keys'),
      doc('One service calls another', 'service-to-service'),
      doc('One Nest service calls another', 'service-to-service-nest'),
    ],
  },
  {
    text: 'Ways to sign in',
    items: [
      doc('Passwords', 'passwords'),
      doc('Passkeys, second factors', 'second-factors'),
      doc('Devices', 'devices'),
      doc('Change the email', 'change-email'),
      fold(doc('External providers', 'providers/README'), folder('providers')),
      doc('External sign-in in pages', 'external-sign-in'),
      doc('Sign-in pages', 'sign-in-pages'),
      doc('How the sign-in pages work', 'sign-in-pages-design'),
      doc('Colors, logo and texts', 'branding'),
      doc('Step-up', 'step-up'),
      doc('Emails', 'emails'),
      doc('Email templates', 'email-templates'),
    ],
  },
  {
    text: 'Administer',
    items: [
      doc('Console', 'console'),
      doc('Back office', 'back-office'),
      doc('Find users', 'user-lists'),
      doc('Command line', 'command-line'),
      doc('Second factors', 'factor-administration'),
      doc('External providers', 'provider-administration'),
      doc('Impersonation', 'impersonation'),
      doc('People who leave', 'offboarding'),
      doc('People who leave: the webhook', 'recipes/leavers'),
      doc('Webhooks', 'webhooks'),
      doc('Personal data', 'recipes/personal-data'),
    ],
  },
  {
    text: 'Operate',
    items: [
      doc('Operating', 'operating'),
      doc('Which database', 'database'),
      doc('Containers', 'containers'),
      doc('Runbook', 'runbook'),
      doc('Tracing', 'tracing'),
      doc('Upgrading', 'upgrading'),
      doc('Start and stop', 'start-and-stop'),
      doc('Replicas and clusters', 'scale'),
      doc('Limits', 'recipes/limits'),
      doc('Retention', 'retention'),
      doc('Backup', 'recipes/backup'),
      doc('Performance', 'performance'),
    ],
  },
  {
    text: 'Move here',
    items: [
      fold(doc('From another product', 'migrating'), folder('migrating')),
      doc('From the UI kit of Supabase', 'from-supabase-ui'),
      doc('From the components of Clerk', 'from-clerk-components'),
      doc('Identities', 'migrating-identities'),
      doc('Without hashes', 'lazy-migration'),
      doc('Hash formats', 'hash-formats'),
    ],
  },
  {
    text: 'Security',
    items: [page('Security', 'SECURITY.md'), ...folder('security')],
  },
  {
    text: 'Reference',
    items: [
      ...folder('reference'),
      page('@latchkey/client', 'libs/client/README.md'),
      page('@latchkey/elements', 'libs/elements/README.md'),
      page('@latchkey/verify', 'libs/verify/README.md'),
      page('@latchkey/nest-auth', 'libs/auth/README.md'),
    ],
  },
  {
    text: 'Inside',
    items: [
      doc('Architecture', 'architecture'),
      doc('Walks through the code', 'walks'),
      fold(doc('Decisions', 'decisions/README'), folder('decisions')),
      page('Contributing', 'CONTRIBUTING.md'),
      doc('Releasing', 'releasing'),
      page('Changes', 'CHANGELOG.md'),
    ],
  },
].map((group) => ({ ...group, collapsed: false }));
