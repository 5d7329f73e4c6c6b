import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Confirm } from './confirm';

interface Props extends Omit<ComponentProps<typeof Confirm>, 'onClose' | 'children'> {
  /** What the dialog has beside its text. */
  more?: ReactNode;
  /** Whether nothing can bring back what it removes. */
  permanent?: boolean;
  look?: ButtonProps;
}

const PERMANENT = { color: 'red', variant: 'filled' };
const USUAL = { variant: 'default' };

/** A button that asks before it acts. */
export function ConfirmButton({ more, permanent = false, look, ...confirm }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} {...(permanent ? PERMANENT : USUAL)} onClick={() => setOpen(true)} {...look}>
        {confirm.verb}
      </Button>
      {open && (
        <Confirm {...confirm} onClose={close}>
          {more}
        </Confirm>
      )}
    </>
  );
}
