import { Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  text: string;
  children: ReactNode;
}

/** Something that can be done, with what it means. */
export function Deed({ title, text, children }: Props) {
  return (
    <section className="deed">
      <Title order={2} size="h4">
        {title}
      </Title>
      <p className="hint">{text}</p>
      {children}
    </section>
  );
}
