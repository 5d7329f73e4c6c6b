/**
 * A field of `data`: its meaning, in Markdown. A text that an administrator or a user has written, and an email, are `personal`:
 * webhooks leave them out.
 */
type Field = string | { meaning: string; personal: true };

/** What the reference says of a type of event, in Markdown. */
export interface EventText {
  /** When the service records it. */
  when: string;
  /** The fields of its `data`, which are left out where they say nothing. */
  data?: Readonly<Record<string, Field>>;
}
