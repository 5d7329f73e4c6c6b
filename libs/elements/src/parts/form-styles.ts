import { css } from 'lit';

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
