import { anchorOf, code, item, listed, page, prose, table } from './markdown.mjs';
import { openApi, operations, PAGES } from './sources.mjs';

/** The introduction names these once. */
const COMMON = ['INVALID_REQUEST', 'INTERNAL_ERROR', 'UNAVAILABLE', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

const INTRODUCTION = `The endpoints by subject, with the callers that each accepts and the [error codes](error-codes.md) that it can answer
with. The OpenAPI document at \`/openapi.json\` has their parameters, fields and answers; \`/docs\` shows it.

Success is 200, and a failure \`{"code": "…", "message": "…"}\`. A _user_ sends \`Authorization: Bearer\` with an access token, an
_administrator_ with an admin token, or the cookie of the console. Each endpoint can also answer with ${listed(COMMON.slice(0, 3).map(linkTo))},
and one that reads a body with ${listed(COMMON.slice(3).map(linkTo))}.`;

function linkTo(name) {
  return `[${code(name)}](error-codes.md#${anchorOf(name)})`;
}

/** The method and the path of a page: `GET /docs`. */
function pathOf(name) {
  const [method, path] = name.split(' ');
  return [method, code(path)];
}

/** A link to an endpoint from another page. */
export const endpointLink = ({ name }) => `[${code(name)}](endpoints.md#${anchorOf(name)})`;

function endpoint({ name, summary, description, codes, ...operation }) {
  const special = codes.filter((each) => !COMMON.includes(each));
  return [
    item(name),
    `**${prose(summary)}.** ${prose(description)}`,
    `Access: ${operation['x-access']}.`,
    special.length > 0 ? `Codes: ${special.map(linkTo).join(', ')}.` : undefined,
  ];
}

const sections = openApi.tags.map((tag) => [
  `## ${tag.name}`,
  prose(tag.description),
  operations.filter(({ tags }) => tags.includes(tag.name)).map(endpoint),
]);

export const endpoints = page('Endpoints', INTRODUCTION, sections, [
  '## Pages',
  'Paths outside of the OpenAPI document:',
  table(
    ['method', 'path', 'content'],
    Object.entries(PAGES).map(([name, text]) => [...pathOf(name), prose(text)]),
  ),
]);
