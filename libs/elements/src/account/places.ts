import type { SectionName } from './view.js';

/** Beside which field the message of an error is. */
const PLACES: Record<string, string> = {
  INVALID_EMAIL: 'email',
  EMAIL_ALREADY_IN_USE: 'email',
  INVALID_PASSWORD: 'old',
  WEAK_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'password',
  INVALID_CODE: 'code',
  INVALID_REQUEST: 'name',
};

/** Where the message of an error is: beside its field, if that is shown, else above its section. */
export function placeOf(code: string, root: ParentNode): string {
  const place = PLACES[code] ?? 'form';
  return root.querySelector(`#${place}`) ? place : 'form';
}

/** Moves the focus to what a section asks, or to its title. */
export function focusOn(section: SectionName, root: ParentNode): void {
  const found = root.querySelector(`[aria-labelledby=${section}-title]`);
  const asked = found?.querySelector<HTMLElement>('form input, .sure, .sure-of-email button');
  (asked ?? found?.querySelector('h2'))?.focus();
}

/** Moves the focus to an item of the list in a section. */
export function focusOnItem(section: SectionName, index: number, root: ParentNode): void {
  const names = root.querySelectorAll<HTMLElement>(`[aria-labelledby=${section}-title] .name`);
  names[index]?.focus();
}
