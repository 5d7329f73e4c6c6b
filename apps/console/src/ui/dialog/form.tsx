import type { FormEvent, ReactNode } from 'react';
import type { Failure } from '../../api/failure';
import { Problem } from '../problem';

interface Props {
  /** The failure of what the form does. */
  action: { failure?: Failure };
  onSubmit: () => unknown;
  children: ReactNode;
  className?: string;
}

export function Form({ action, onSubmit, children, className = 'stack' }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={className} onSubmit={submit}>
      {children}
      {action.failure && <Problem failure={action.failure} />}
    </form>
  );
}
