import { endpointLink } from './endpoints.mjs';
import { anchorOf, capital, code, item, listed, page, prose, table } from './markdown.mjs';
import { ERRORS, openApi, operations, statusOf } from './sources.mjs';

/** More endpoints are summed up by their subjects. */
const MOST_ENDPOINTS = 12;

const INTRODUCTION = `Each failed request has a body with \`code\`, for programs, and \`message\`, for people; some have further fields, which the
OpenAPI document describes. Decide by the code: messages can change. The status is 400 for all that the caller can correct.`;

/** Callers by the security of an operation in the OpenAPI document. */
function callersOf({ security = [] }) {
  if (security.length === 0) return ['anyone'];
  return security.map((scheme) => {
    if ('admin' in scheme) return 'administrators';
    if ('client' in scheme) return 'clients';
    return 'bearer' in scheme ? 'users' : 'anyone';
  });
}

function whoMeets(name) {
  const all = operations.filter(({ codes }) => codes.includes(name));
  const { elsewhere } = ERRORS[name];
  if (all.length === 0) return elsewhere;
  const callers = [...new Set(all.flatMap(callersOf))].sort();
  const tags = openApi.tags.map((tag) => tag.name).filter((tag) => all.some(({ tags }) => tags.includes(tag)));
  const places =
    all.length === operations.length
      ? 'at each endpoint'
      : all.length > MOST_ENDPOINTS
        ? `at ${all.length} endpoints (${tags.join('; ')})`
        : `at ${all.map(endpointLink).join(', ')}`;
  return `${capital(listed(callers))}, ${places}. ${elsewhere ?? ''}`.trim();
}

function entry(name) {
  const { message, meaning, remedy } = ERRORS[name];
  return [
    item(name),
    `Status ${statusOf(name)}: “${prose(message)}”`,
    [
      `- **Meaning:** ${prose(meaning)}`,
      `- **Who meets it:** ${prose(whoMeets(name))}`,
      `- **What to do:** ${prose(remedy)}`,
    ].join('\n'),
  ];
}

const names = Object.keys(ERRORS).sort();

export const errorCodes = page(
  'Error codes',
  INTRODUCTION,
  table(
    ['code', 'status', 'message'],
    names.map((name) => [`[${code(name)}](#${anchorOf(name)})`, String(statusOf(name)), prose(ERRORS[name].message)]),
  ),
  '## The codes',
  names.map(entry),
);
