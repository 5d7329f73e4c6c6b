import { css } from 'lit';

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
