import { nothing, type TemplateResult } from 'lit';
import { identitiesSection, passkeysSection } from './access.js';
import { emailSection, passwordSection } from './address.js';
import { dataSection, deleteSection } from './data.js';
import { factorsSection } from './factors.js';
import { sessionsSection } from './sessions.js';
import type { AccountView } from './view.js';

/** The sections of an account, in their order. */
export function sectionsOf(view: AccountView): (TemplateResult | typeof nothing)[] {
  return [
    emailSection(view),
    passwordSection(view),
    view.facts.doors.includes('passkey') ? passkeysSection(view) : nothing,
    factorsSection(view),
    identitiesSection(view),
    sessionsSection(view),
    dataSection(view),
    deleteSection(view),
  ];
}
