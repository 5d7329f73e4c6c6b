// What the site shows otherwise than GitHub does: links between documents, marks of code blocks, drawings.
import { renderMermaidSVG } from 'beautiful-mermaid';
import { fileOf, pageOf, targetOf } from './pages.mjs';

/** A comment before a block that the tests do not run: see test/support/docs/documents.ts. */
const PARSED_ONLY = /^<!-- checked: parsed only, needs ([^>]+) -->\s*$/;
const NO_RELATIVE_LINK = /^(?:[a-z]+:|#|\/)/;

/** Says that the tests run the code of a page. The search does not index a component. */
const TESTED = ' <Badge type="tip" text="tested" title="The tests run or compile the code of this page." />';

/** Where the files of this commit can be read. Only the workflow that publishes the site knows it. */
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
const REPOSITORY = GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}`;

export function useMarkdown(markdown) {
  markdown.core.ruler.push('documents', ({ tokens, env }) => {
    for (const token of tokens) {
      if (env.relativePath) rewriteLinks(token, fileOf(env.relativePath));
      showMark(token);
    }
    markTested(tokens);
  });
  const { rules } = markdown.renderer;
  const { fence, code_inline } = rules;
  rules.fence = (tokens, index, ...others) =>
    tokens[index].info === 'mermaid' ? drawing(tokens[index].content) : fence(tokens, index, ...others);
  // Vue would read {{braces}} in code as an expression.
  rules.code_inline = (...parameters) => code_inline(...parameters).replace('<code', '<code v-pre');
  rules.heading_close = (tokens, index, options) =>
    (tokens[index].meta?.tested ? TESTED : '') + markdown.renderer.renderToken(tokens, index, options);
}

/** Leads links to other documents to their pages, and links to other files to the repository. */
function rewriteLinks({ children }, source) {
  for (const [index, token] of (children ?? []).entries()) {
    const href = token.attrGet('href');
    if (token.type !== 'link_open' || NO_RELATIVE_LINK.test(href)) continue;
    const [path, anchor] = href.split('#');
    const file = targetOf(source, path);
    const page = pageOf(file);
    if (page) token.attrSet('href', `${page}.md${anchor ? `#${anchor}` : ''}`);
    else if (REPOSITORY) token.attrSet('href', `${REPOSITORY}/${file}`);
    else unlink(children, index);
  }
}

/** Leaves the text of a link that leads nowhere. */
function unlink(tokens, index) {
  const end = tokens.findIndex(({ type }, other) => other > index && type === 'link_close');
  for (const token of [tokens[index], tokens[end]]) Object.assign(token, { type: 'text', content: '' });
}

function showMark(token) {
  const [, needs] = (token.type === 'html_block' && PARSED_ONLY.exec(token.content)) || [];
  if (needs)
    Object.assign(token, {
      content: `<p class="not-run">The tests only check the syntax: this needs ${needs}.</p>\n`,
      meta: { notRun: true },
    });
}

/** Remembers at the title of a page that the tests run code of it. */
function markTested(tokens) {
  const title = tokens.find(({ type, tag }) => type === 'heading_close' && tag === 'h1');
  const isRun = ({ type, info }, index) => type === 'fence' && info !== 'mermaid' && !tokens[index - 1]?.meta?.notRun;
  if (title && tokens.some(isRun)) title.meta = { tested: true };
}

/** A flowchart as an image in the colours of the site, which the style sheet has. */
function drawing(text) {
  // Short lines make a node narrow.
  const [kind, ...lines] = text.replaceAll(': ', '<br>').replaceAll(', ', ',<br>').split('\n');
  // The renderer takes the label of a node from its first place, and Mermaid from any.
  const labels = lines.join('\n').match(/\w+\[[^\]]+\]/g) ?? [];
  const svg = renderMermaidSVG([kind, ...labels, ...lines].join('\n'), { nodeSpacing: 12, layerSpacing: 30 })
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="--bg[^"]*"/, ' role="img" aria-label="Flowchart"');
  // Keys scroll a wide drawing only where it can have the focus.
  return `<div class="drawing" tabindex="0">${svg}</div>\n`;
}
