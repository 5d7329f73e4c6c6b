import { Alert, Button } from '@mantine/core';
import type { Failure } from '../api/failure';
import { t } from '../texts/texts';

interface Props {
  failure: Failure;
  title?: string;
  onRetry?: () => unknown;
}

/** A failure, read out by screen readers when it appears. */
export function Problem({ failure, title = t.states.failed, onRetry }: Props) {
  return (
    <Alert role="alert" color="red" title={title} className="problem">
      <p>{failure.message}</p>
      <code>{failure.code}</code>
      {onRetry && (
        <Button variant="default" size="xs" onClick={() => onRetry()}>
          {t.actions.retry}
        </Button>
      )}
    </Alert>
  );
}
