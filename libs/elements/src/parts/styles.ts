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
