import type { Schemas } from '@latchkey/client';
import type { Facts, Service } from '../parts/service.js';
import type { Wording } from '../texts/texts.js';

/** What the service knows about the signed-in user. */
export interface AccountData {
  user: Schemas['UserView'];
  pending: Schemas['PendingEmailView'];
  mfa: Schemas['MfaView'];
  passkeys: Schemas['PasskeyView'][];
  identities: Schemas['IdentityView'][];
  sessions: Schemas['SessionView'][];
  devices: Schemas['DeviceView'][];
  /** The newest ones, as far as they are shown. */
  events: Schemas['SecurityEventList'];
}

export type SecurityEvent = AccountData['events']['events'][number];

export type Session = AccountData['sessions'][number];

/** The sections of an account. A message is shown in the section where it belongs. */
export type SectionName =
  | 'email'
  | 'password'
  | 'factors'
  | 'passkeys'
  | 'identities'
  | 'sessions'
  | 'devices'
  | 'security'
  | 'data'
  | 'delete';

/** What a section shows, and what its buttons do. */
export interface AccountView {
  wording: Wording;
  facts: Facts;
  data: AccountData;
  service: Service;
  resetUrl: string;
  /** What is under way, and where. */
  running: string | undefined;
  /** What the section asks at the moment: a form, a question, or new recovery codes. */
  asked: { section: SectionName; what: string; details?: Details } | undefined;
  notice: { section: SectionName; text: string } | undefined;
  problem: { section: SectionName; code: string; place: string; retryAfter?: number | undefined } | undefined;
  ask(section: SectionName, what: string, details?: Details): void;
  cancel(): void;
  /** Shows why something cannot be done, beside its field. */
  refuse(section: SectionName, code: string): void;
  /** Shows further events. */
  showMore(): void;
  /**
   * Does some work, after the user has proved who they are where it needs that, and reads the account anew.
   * @param work returns what the section shows then
   */
  run(section: SectionName, name: string, work: () => Promise<Done | undefined>): void;
}

export interface Details {
  id?: string;
  name?: string;
  secret?: string;
  qr?: { size: number; path: string };
  codes?: string[];
  /** Whether it is the device of this page. */
  current?: boolean;
  /** What goes on after the email is confirmed. */
  resume?: (() => void) | undefined;
}

/** What a section shows after some work. */
export interface Done {
  notice?: string;
  what?: string;
  details?: Details;
  /** What goes on then, in place of what the section shows. */
  resume?: (() => void) | undefined;
}
