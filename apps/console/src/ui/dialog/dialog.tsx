import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  zIndex?: number;
  children: ReactNode;
}

/** A dialog above the page. Its head is no header element, which would be a second banner of the page. */
export function Dialog({ opened, onClose, title, zIndex, children }: Props) {
  return (
    <Modal.Root opened={opened} onClose={onClose} zIndex={zIndex}>
      <Modal.Overlay />
      <Modal.Content>
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
