import type { TemplateResult } from 'lit';
import type { StateName } from '../flow/context.js';
import { waiting } from '../parts/fields.js';
import * as emails from './emails.js';
import * as sessions from './sessions.js';
import { signUp, start } from './start.js';
import type { View } from './view.js';

type Show = (view: View) => TemplateResult;

/** What each state shows, but for the screens that are loaded when they are needed. */
export const SCREENS = {
  loading: ({ wording }) => waiting(wording),
  failed: sessions.failed,
  continue: sessions.continueAs,
  start,
  sign_up: signUp,
  reset: emails.reset,
  reset_sent: emails.resetSent,
  link_sent: emails.linkSent,
  code: emails.code,
  leaving: sessions.leaving,
  finishing: ({ wording }) => waiting(wording),
  done: sessions.done,
} satisfies Partial<Record<StateName, Show>>;

let further: Partial<Record<StateName, Show>> = {};

/** Undefined for a screen that is not loaded yet. */
export function screenOf(name: StateName): Show | undefined {
  return (SCREENS as Partial<Record<StateName, Show>>)[name] ?? further[name];
}

export async function loadFurther(): Promise<void> {
  const { FURTHER } = await import('./further.js');
  further = FURTHER satisfies Record<Exclude<StateName, keyof typeof SCREENS>, Show>;
}
