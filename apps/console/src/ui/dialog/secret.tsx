import { Alert, Button, CopyButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '../../texts/texts';

/** A secret that the service shows once. */
export function Secret({ title, value }: { title: string; value: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Alert color="blue" title={title} className="secret" ref={place} tabIndex={-1} role="status">
      <p>{t.states.shownOnce}</p>
      <code className="secret-value">{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {copied ? t.actions.copied : t.actions.copy}
          </Button>
        )}
      </CopyButton>
    </Alert>
  );
}
