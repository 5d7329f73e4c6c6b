import { code, item, page, prose, table } from './markdown.mjs';
import { EVENTS, isPersonal, openApi } from './sources.mjs';

const INTRODUCTION = `The event log has one event for each change, written in the transaction of the change. Read it by
[\`GET /api/admin/events\`](endpoints.md#get-apiadminevents), or let a [webhook](../webhooks.md) send it. A webhook can have each type, by its
name, its group such as \`user.*\`, or \`*\`. In its message, the fields of \`data\` are in \`details\`, without those that are marked “no” here:
they contain an email or the words of a person. A field that says nothing is left out.`;

function fieldsOf(type, data) {
  const rows = Object.entries(data).map(([field, fact]) => [
    code(field),
    prose(typeof fact === 'string' ? fact : fact.meaning),
    isPersonal(type, field) ? 'no' : 'yes',
  ]);
  return table(['field of `data`', 'meaning', 'in webhooks'], rows);
}

const { properties } = openApi.components.schemas.EventView;

function envelope() {
  const rows = Object.entries(properties).map(([field, { description = '' }]) => [code(field), prose(description)]);
  return table(['field', 'meaning'], rows);
}

export const events = page(
  'Events',
  INTRODUCTION,
  '## Fields of each event',
  envelope(),
  '## Types',
  Object.entries(EVENTS).map(([type, { when, data }]) => [
    item(type),
    prose(when),
    data ? fieldsOf(type, data) : 'It has no `data`. Webhooks can send it.',
  ]),
);
