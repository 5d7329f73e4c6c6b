import { Button, Progress } from '@mantine/core';
import { fill, t } from '../texts/texts';

interface Props {
  share: number;
  isCheck: boolean;
  cancel: () => void;
}

const PERCENT = 100;

/** How far a check or an import is. After the last byte, the service still works on the last lines. */
export function Running({ share, isCheck, cancel }: Props) {
  const percent = Math.floor(share * PERCENT);
  const sending = fill(isCheck ? t.import.checking : t.import.importing, { percent });
  const label = percent < PERCENT ? sending : t.import.working;
  return (
    <div className="stack narrow">
      <span>{label}</span>
      <Progress value={percent} animated={percent === PERCENT} aria-label={label} transitionDuration={0} />
      <div>
        <Button variant="default" onClick={cancel}>
          {t.actions.cancel}
        </Button>
      </div>
    </div>
  );
}
