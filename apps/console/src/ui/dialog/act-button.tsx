import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../../api/use-action';
import { Problem } from '../problem';

interface Props extends ButtonProps {
  act: () => Promise<unknown>;
  children: ReactNode;
}

/** A button that does something at once, and shows a failure below itself. */
export function ActButton({ act, children, ...look }: Props) {
  const action = useAction(act);
  return (
    <>
      <Button variant="default" loading={action.busy} onClick={() => action.run()} {...look}>
        {children}
      </Button>
      {action.failure && <Problem failure={action.failure} />}
    </>
  );
}
