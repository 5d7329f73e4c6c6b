import { t } from '../texts/texts';

/** Shows that something loads; only after a moment, so that fast answers do not flicker. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="waiting-bar" aria-hidden="true" />
      {t.states.loading}
    </div>
  );
}
