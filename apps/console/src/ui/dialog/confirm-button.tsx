import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Confirm } from './confirm';

interface Props extends Omit<ComponentProps<typeof Confirm>, 'onClose' | 'children'> {
  /** What the dialog has beside its text. */
  more?: ReactNode;
  /** The label of the button, if it differs from that in the dialog. */
  label?: string;
  look?: ButtonProps;
}

/** A button that asks before it acts. */
export function ConfirmButton({ more, label, look, ...confirm }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button ref={button} variant="default" onClick={() => setOpen(true)} {...look}>
        {label ?? confirm.verb}
      </Button>
      {open && (
        <Confirm {...confirm} onClose={close}>
          {more}
        </Confirm>
      )}
    </>
  );
}
