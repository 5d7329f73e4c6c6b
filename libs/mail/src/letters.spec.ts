import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Env } from '@app/config';
import { Letters } from './letters.js';
import type { LetterKind } from './message.entity.js';

const AUTH_SECRET = 'a secret for tests, long enough to be one';
const APP_NAME = "Müller's & Söhne";
const CONTENT = { link: 'https://a.example/?a=1&b=<x>', lifetime: '15 minutes', newEmail: "o'neil&co@example.com" };
const KINDS: LetterKind[] = ['magic-link', 'verify-email', 'reset-password', 'email-changed', 'password-changed'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-letters-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const lettersWith = (files: Record<string, string> = {}) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const letters = new Letters(new Env({ NODE_ENV: 'test', AUTH_SECRET, APP_NAME, MAIL_TEMPLATES_DIR: folder }));
  letters.onModuleInit();
  return letters;
};

it.each(KINDS)('the letter %s has a subject of one line, unescaped text and escaped HTML', (kind) => {
  const { subject, text, html } = lettersWith().write(kind, CONTENT);
  expect(subject).toMatch(/^\w.*Müller's & Söhne.*$/);
  expect(text).toContain(`-- \n${APP_NAME}, http://localhost:3000`);
  expect(text).not.toMatch(/Subject:|&amp;|\{\{/);
  expect(html).toContain(`<title>${subject.replace("Müller's & Söhne", 'Müller&#x27;s &amp; Söhne')}</title>`);
  expect(html).not.toMatch(/<x>|\{\{| & /);
});

it.each(['magic-link', 'verify-email', 'reset-password'] as const)(
  'the letter %s contains its link and the lifetime of the link',
  (kind) => {
    const { text, html } = lettersWith().write(kind, CONTENT);
    expect(text.split('\n')).toContain(CONTENT.link);
    expect(html).toContain('href="https://a.example/?a&#x3D;1&amp;b&#x3D;&lt;x&gt;"');
    for (const part of [text, html]) expect(part).toContain('15 minutes');
  },
);

it.each(['magic-link', 'verify-email', 'reset-password', 'email-changed'] as const)(
  'the letter %s is not written without its content',
  (kind) => {
    expect(() => lettersWith().write(kind, {})).toThrow(/not defined/);
  },
);

it('a template without a subject line gets the name of the product as its subject', () => {
  const { subject, text } = lettersWith({ 'magic-link.txt.hbs': 'Hej\n{{link}}' }).write('magic-link', CONTENT);
  expect([subject, text]).toEqual([APP_NAME, `Hej\n${CONTENT.link}`]);
});

it('the error about an invalid template names its file', () => {
  const broken = { 'verify-email.html.hbs': '<p>{{link</p>' };
  expect(() => lettersWith(broken)).toThrow(/MAIL_TEMPLATES_DIR: .*verify-email\.html\.hbs cannot be used/);
});
