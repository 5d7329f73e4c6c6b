import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../api/session';

interface Props {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

let shown = 0;

/** A page with its title, which gets the focus when the user comes from another page. */
export function Page({ title, actions, children }: Props) {
  const { app_name } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    shown += 1;
    // The browser itself sets the focus when it loads the console.
    if (shown > 1) heading.current?.focus();
  }, []);
  return (
    <>
      <title>{`${title} · ${app_name}`}</title>
      <div className="page-head">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
          {title}
        </Title>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}
