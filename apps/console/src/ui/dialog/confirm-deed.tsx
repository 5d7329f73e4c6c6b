import type { ComponentProps, ReactNode } from 'react';
import { Deed } from '../deed';
import { ConfirmButton } from './confirm-button';

interface Props extends ComponentProps<typeof ConfirmButton> {
  /** The verb is its title and its button. It explains itself before and in the dialog. */
  text: string;
  /** What follows the button. */
  children?: ReactNode;
}

/** Something that can be done after a question. */
export function ConfirmDeed({ children, ...confirm }: Props) {
  return (
    <Deed title={confirm.verb} text={confirm.text}>
      <ConfirmButton {...confirm} />
      {children}
    </Deed>
  );
}
