import { css } from 'lit';

/** The style of all elements. Products set the custom properties, or use `::part()`. */
export const styles = css`
  :host {
    --page: var(--lk-page, light-dark(#f4f4f5, #18181b));
    --card: var(--lk-card, light-dark(#fff, #27272a));
    --text: var(--lk-text, light-dark(#18181b, #f4f4f5));
    --muted: var(--lk-muted, light-dark(#52525b, #c4c4cc));
    --line: var(--lk-line, light-dark(#71717a, #a1a1aa));
    --action: var(--lk-action, light-dark(#18181b, #f4f4f5));
    --on-action: var(--lk-on-action, light-dark(#fff, #18181b));
    --problem: var(--lk-problem, light-dark(#991b1b, #fecaca));
    --focus: var(--lk-focus, light-dark(#1d4ed8, #93c5fd));
    --radius: var(--lk-radius, 8px);
    display: block;
    color: var(--text);
    font: 1rem/1.5 var(--lk-font, system-ui, sans-serif);
    overflow-wrap: anywhere;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h1,
  h2 {
    margin: 0;
    font-weight: 650;
    line-height: 1.25;
    text-wrap: balance;
    hyphens: auto;
  }
  h1 {
    font-size: 1.5rem;
  }
  h2 {
    font-size: 1.125rem;
  }
  h1:focus,
  h2:focus {
    outline: none;
  }
  p,
  ul,
  ol {
    margin: 0;
    padding: 0;
  }
  .stack,
  form {
    display: flex;
    flex-direction: column;
    gap: 1.25rem;
  }
  .tight {
    gap: 0.75rem;
  }
  .lead,
  .hint,
  .foot {
    color: var(--muted);
  }
  .hint,
  .foot,
  .problem,
  .small {
    font-size: 0.875rem;
  }
  .or {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    color: var(--muted);
    font-size: 0.875rem;
  }
  .or::before,
  .or::after {
    flex: 1;
    border-top: 1px solid color-mix(in srgb, var(--line) 50%, transparent);
    content: '';
  }
  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }
`;

/** The style of what is no form: waiting, keys, codes and lists. */
export const contentStyles = css`
  .check {
    display: flex;
    gap: 0.75rem;
    align-items: flex-start;
  }
  .check input {
    flex: none;
    width: 1.25rem;
    min-height: 1.25rem;
    height: 1.25rem;
    margin: 0.125rem 0 0;
    accent-color: var(--action);
  }
  .check label {
    font-weight: 400;
  }
  .spinner {
    width: 1.125rem;
    height: 1.125rem;
    flex: none;
    border: 2px solid color-mix(in srgb, currentcolor 30%, transparent);
    border-top-color: currentcolor;
    border-radius: 50%;
    animation: turn 0.8s linear infinite;
  }
  .waiting {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.75rem;
    min-height: 10rem;
    color: var(--muted);
  }
  .waiting h1 {
    font: inherit;
  }
  .qr {
    align-self: center;
    width: min(100%, 13rem);
    border-radius: var(--radius);
    background: #fff;
    color: #000;
  }
  code,
  .codes {
    font-family: ui-monospace, monospace;
  }
  code {
    display: block;
    color: var(--text);
    font-size: 0.875rem;
  }
  code span {
    display: inline-block;
    margin-inline-end: 0.5em;
  }
  .codes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr));
    gap: 0.5rem 1rem;
    padding: 0.75rem;
    border: 1px solid color-mix(in srgb, var(--line) 50%, transparent);
    border-radius: var(--radius);
    font-size: 0.8125rem;
    list-style: none;
  }
  .said:empty {
    margin-block-start: -0.75rem;
  }
  .choices {
    padding-inline-start: 1.5rem;
  }
  @keyframes pulse {
    to {
      opacity: 0.3;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: pulse 1.5s ease-in-out infinite alternate;
    }
  }
`;

/** The style of forms. */
export const formStyles = css`
  .field {
    display: flex;
    flex-direction: column;
    gap: 0.375rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0.25rem 1rem;
  }
  .aside {
    font-size: 0.875rem;
  }
  label {
    font-weight: 600;
  }
  .box {
    position: relative;
    display: flex;
  }
  input {
    flex: 1;
    min-width: 0;
    min-height: 3rem;
    padding: 0.625rem 0.75rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--card);
    color: inherit;
    font: inherit;
  }
  input[aria-invalid='true'] {
    border-color: var(--problem);
    box-shadow: inset 0 0 0 1px var(--problem);
  }
  input.code {
    font-size: 1.25rem;
    font-variant-numeric: tabular-nums;
  }
  .box:has(.peek) input {
    padding-inline-end: 5.5rem;
  }
  .peek {
    position: absolute;
    inset-block: 0.25rem;
    inset-inline-end: 0.25rem;
    padding: 0 0.75rem;
    border: 0;
    border-radius: calc(var(--radius) - 2px);
    background: none;
    color: var(--muted);
    font: inherit;
    font-size: 0.875rem;
    cursor: pointer;
  }
  .peek[aria-pressed='true'] {
    color: var(--text);
    text-decoration: underline;
  }
  .problem {
    color: var(--problem);
  }
  .alert {
    padding: 0.75rem 1rem;
    border-inline-start: 4px solid var(--problem);
    border-radius: calc(var(--radius) / 2);
    background: color-mix(in srgb, var(--problem) 8%, transparent);
    color: var(--text);
  }
  .notice {
    padding: 0.75rem 1rem;
    border-inline-start: 4px solid var(--focus);
    border-radius: calc(var(--radius) / 2);
    background: color-mix(in srgb, var(--focus) 8%, transparent);
  }
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 0.5rem;
    width: 100%;
    min-height: 3rem;
    padding: 0.625rem min(1rem, 5vw);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 600;
    text-align: center;
    text-decoration: none;
    text-wrap: balance;
    cursor: pointer;
  }
  .button:hover {
    background: color-mix(in srgb, var(--text) 6%, transparent);
  }
  .primary {
    border-color: var(--action);
    background: var(--action);
    color: var(--on-action);
  }
  .primary:hover {
    background: color-mix(in srgb, var(--action) 88%, var(--on-action));
  }
  .danger {
    border-color: var(--problem);
    color: var(--problem);
  }
  .compact {
    width: auto;
    min-height: 2.5rem;
    padding: 0.375rem 0.875rem;
    font-size: 0.875rem;
  }
  [aria-busy='true'] .button {
    cursor: progress;
  }
  .link,
  a:not(.button) {
    border-radius: 2px;
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .link {
    padding: 0;
    border: 0;
    background: none;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .foot .link,
  .foot a {
    color: var(--text);
    font-weight: 600;
  }
`;
