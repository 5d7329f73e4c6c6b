import type { Page } from 'playwright-core';
import type { Context, Place, StateName } from '../../../libs/elements/src/flow/states.js';

/** A message of a screen, as the flow has it. */
interface Problem {
  code: string;
  place: Place;
  /** In seconds. */
  retryAfter?: number | undefined;
}

/** A screen of the sign-in page, with what its users can see there. */
export interface Screen {
  /** Also the name of its image. */
  title: string;
  state: StateName;
  context?: Context;
  problem?: Problem;
  running?: string;
}

const EMAIL = 'ada.lovelace@analytical-engine.example.com';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_each, index) => `${index}F3KD-9QWZX-4M7TB-${index}HVNC`);
/** As long as that of a URI for an app. */
const QR_SIZE = 45;
const QR_PATH = Array.from({ length: QR_SIZE * QR_SIZE }, (_each, index) => index)
  .filter((index) => (index * 7_919) % 13 < 6)
  .map((index) => `M${index % QR_SIZE} ${Math.floor(index / QR_SIZE)}h1v1h-1z`)
  .join('');

const wrong = (code: string, place: Problem['place'], retryAfter?: number): Problem => ({ code, place, retryAfter });
const USER: Context = { uid: 'x', account: { uid: 'x', email: EMAIL } };
const LINK: Context = {
  linkToken: 'x',
  link: { email: EMAIL, askedAt: 1_795_402_020, browser: 'Firefox, Windows' },
};
const MFA: Context = { mfaToken: 'x', email: EMAIL };

/** Every screen, with every place of a message. */
export const SCREENS: Screen[] = [
  { title: 'loading', state: 'loading' },
  { title: 'failed', state: 'failed', problem: wrong('NETWORK_ERROR', 'form') },
  { title: 'continue', state: 'continue', context: USER },
  {
    title: 'continue-unnamed',
    state: 'continue',
    context: { uid: 'x' },
    problem: wrong('TOO_MANY_REQUESTS', 'form', 40),
  },
  { title: 'start', state: 'start' },
  { title: 'start-email', state: 'start', context: { email: EMAIL }, problem: wrong('EMAIL_MISSING', 'email') },
  { title: 'start-password', state: 'start', problem: wrong('INVALID_CREDENTIALS', 'password') },
  { title: 'start-disabled', state: 'start', problem: wrong('USER_DISABLED', 'form') },
  { title: 'start-working', state: 'start', context: { email: EMAIL }, running: 'sign_in' },
  { title: 'sign-up', state: 'sign_up', context: { email: EMAIL } },
  { title: 'sign-up-weak', state: 'sign_up', problem: wrong('WEAK_PASSWORD', 'password') },
  { title: 'sign-up-short', state: 'sign_up', problem: wrong('PASSWORD_TOO_SHORT', 'password') },
  {
    title: 'sign-up-taken',
    state: 'sign_up',
    context: { email: EMAIL },
    problem: wrong('EMAIL_ALREADY_IN_USE', 'email'),
  },
  { title: 'reset', state: 'reset', context: { email: EMAIL } },
  { title: 'reset-sent', state: 'reset_sent', context: { sentTo: EMAIL } },
  { title: 'new-password', state: 'new_password', context: LINK },
  { title: 'new-password-weak', state: 'new_password', context: LINK, problem: wrong('WEAK_PASSWORD', 'password') },
  { title: 'password-set', state: 'password_set' },
  { title: 'start-password-set', state: 'start', context: { email: EMAIL, passwordSet: true }, running: 'sign_in' },
  { title: 'start-signed-out', state: 'start', context: { signedOut: true } },
  { title: 'reset-old-link', state: 'reset', context: { email: EMAIL }, problem: wrong('LINK_EXPIRED', 'form') },
  { title: 'link-sent', state: 'link_sent', context: { sentTo: EMAIL } },
  {
    title: 'link-limited',
    state: 'link_sent',
    context: { sentTo: EMAIL },
    problem: wrong('TOO_MANY_REQUESTS', 'form', 900),
  },
  { title: 'link-code-wrong', state: 'link_sent', context: { sentTo: EMAIL }, problem: wrong('INVALID_CODE', 'code') },
  { title: 'link-elsewhere', state: 'link_elsewhere', context: LINK },
  {
    title: 'link-elsewhere-unknown',
    state: 'link_elsewhere',
    context: { link: { email: EMAIL, askedAt: 1_795_402_020, browser: '' } },
    problem: wrong('UNAVAILABLE', 'form'),
  },
  { title: 'link-elsewhere-used', state: 'link_elsewhere' },
  { title: 'code', state: 'code', context: { sentTo: EMAIL } },
  { title: 'code-wrong', state: 'code', context: { sentTo: EMAIL }, problem: wrong('INVALID_CODE', 'code') },
  { title: 'confirm', state: 'confirm', context: { pendingEmail: EMAIL } },
  { title: 'confirm-unnamed', state: 'confirm', problem: wrong('INVALID_EMAIL', 'email') },
  { title: 'confirm-code', state: 'confirm_code', context: { sentTo: EMAIL } },
  { title: 'second-step', state: 'second_step', context: { ...MFA, methods: ['totp', 'passkey', 'recovery_code'] } },
  { title: 'second-step-passkey', state: 'second_step', context: { ...MFA, methods: ['passkey', 'recovery_code'] } },
  {
    title: 'second-step-recovery',
    state: 'second_step',
    context: { ...MFA, methods: ['totp', 'recovery_code'], recovery: true },
    problem: wrong('INVALID_CODE', 'code'),
  },
  { title: 'enrol', state: 'enrol', context: { ...MFA, methods: ['totp', 'passkey'] } },
  { title: 'enrol-email', state: 'enrol_email', context: MFA },
  { title: 'enrol-email-signed-in', state: 'enrol_email', context: USER },
  { title: 'enrol-code', state: 'enrol_code', context: { sentTo: EMAIL } },
  {
    title: 'enrol-app',
    state: 'enrol_app',
    context: { app: { factorId: 'x', secret: SECRET, qr: { size: QR_SIZE, path: QR_PATH } } },
  },
  { title: 'recovery-codes', state: 'recovery_codes', context: { recoveryCodes: CODES } },
  {
    title: 'step-up',
    state: 'step_up',
    context: { ...USER, proofs: ['passkey', 'totp', 'password', 'email_code', 'recovery_code'], proof: 'password' },
    problem: wrong('INVALID_PASSWORD', 'password'),
  },
  { title: 'step-up-passkey', state: 'step_up', context: { ...USER, proofs: ['passkey', 'totp'] } },
  { title: 'step-up-code', state: 'step_up_code', context: USER, problem: wrong('INVALID_CODE', 'code') },
  { title: 'enrol-signed-in', state: 'enrol', context: { ...USER, methods: ['totp', 'passkey'] } },
  { title: 'leaving', state: 'leaving' },
  { title: 'done', state: 'done', context: { uid: 'x' } },
];

/** Shows a screen on an open sign-in page, without the service. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await page.evaluate(async ({ state, context = {}, problem, running }) => {
    // biome-ignore lint/suspicious/noExplicitAny: the element is not loaded in this program
    const element = (globalThis as any).document.querySelector('latchkey-sign-in');
    Object.assign(element.flow, { name: state, context, problem, running });
    element.moved = true;
    element.requestUpdate();
    await element.updateComplete;
    // Some screens are loaded when they are first shown.
    const isShown = () => element.shadowRoot.querySelector('[part=screen]') || ['loading', 'finishing'].includes(state);
    while (!isShown()) await new Promise((next) => setTimeout(next, 5));
  }, screen as never);
}

/** Chooses the language of an open page. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (tag) => {
    // biome-ignore lint/suspicious/noExplicitAny: the element is not loaded in this program
    const element = (globalThis as any).document.querySelector('main').firstElementChild;
    element.locale = tag;
    await element.updateComplete;
    await element.worded;
    await element.updateComplete;
  }, locale);
}
