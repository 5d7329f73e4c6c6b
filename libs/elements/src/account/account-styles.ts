import { css } from 'lit';

export const accountStyles = css`
  section {
    padding-block-start: 1.5rem;
    border-block-start: 1px solid color-mix(in srgb, var(--line) 35%, transparent);
  }
  section.stack {
    gap: 0.875rem;
  }
  h3 {
    margin: 0;
    font-size: 1rem;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.75rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.625rem;
  }
  .list {
    display: flex;
    flex-direction: column;
    list-style: none;
  }
  .item {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    padding-block: 0.625rem;
  }
  .item + .item {
    border-block-start: 1px solid color-mix(in srgb, var(--line) 20%, transparent);
  }
  .item > div {
    flex: 1 1 12rem;
  }
  .item > .actions {
    flex: none;
  }
  .name {
    font-weight: 600;
  }
  .badge {
    padding: 0.125rem 0.625rem;
    border: 1px solid color-mix(in srgb, var(--line) 60%, transparent);
    border-radius: 1rem;
    color: var(--muted);
    font-size: 0.8125rem;
  }
  .sure {
    padding: 1rem;
    border: 1px solid var(--problem);
    border-radius: var(--radius);
  }
`;
