import { css } from 'lit';

export const dialogStyles = css`
  :host {
    display: contents;
  }
  dialog {
    width: min(26rem, calc(100vw - 2rem));
    max-height: calc(100dvh - 2rem);
    padding: clamp(1.25rem, 5vw, 2rem);
    border: 0;
    border-radius: calc(var(--radius) * 1.5);
    background: var(--card);
    color: var(--text);
    box-shadow: 0 1rem 3rem rgb(0 0 0 / 30%);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 50%);
  }
  .foot {
    justify-content: flex-start;
    gap: 0.5rem 1.25rem;
  }
`;
