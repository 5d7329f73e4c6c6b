import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends ButtonProps {
  busy: boolean;
  children: ReactNode;
}

/** The button that sends a form. */
export function Submit({ busy, children, ...look }: Props) {
  return (
    <div className="row">
      <Button type="submit" loading={busy} {...look}>
        {children}
      </Button>
    </div>
  );
}
