import { Button, type ButtonProps, Modal, Text, Title } from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useAction } from '../api/load';
import { fill, t } from '../texts/texts';
import { type Field, Form, Inputs } from './form';
import { changed, notice } from './layout';
import { Problem } from './view';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  zIndex?: number;
  children: ReactNode;
}

/** A dialog above the page. Its head is no header element, which would be a second banner of the page. */
export function Dialog({ opened, onClose, title, zIndex, children }: DialogProps) {
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

interface ConfirmProps {
  /** By default the label of the button. */
  title?: string;
  text: string;
  /** The label of the button. */
  verb: string;
  /** What the user types to confirm: the name of what is destroyed. */
  name?: string;
  /** Whether the API asks for a reason. */
  reason?: boolean;
  children?: ReactNode;
  act: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

const SHORTEST_REASON = 10;

const nameField = (name: string) =>
  ({ name: 'typed', label: fill(t.confirm.type, { name }), 'data-autofocus': true }) as const;

const REASON = {
  name: 'why',
  kind: 'area',
  label: t.confirm.reason,
  description: t.confirm.reasonHint,
  maxLength: 500,
} as const;

/** Asks before something dangerous. It is mounted while it is open, so that it starts empty. */
function Confirm({ title, text, verb, name, reason, children, act, onClose }: ConfirmProps) {
  const [draft, setDraft] = useState({ typed: '', why: '' });
  const [tried, setTried] = useState(false);
  const action = useAction(act);
  const why = draft.why.trim();
  const differs = name !== undefined && draft.typed.trim() !== name;
  const short = reason === true && why.length < SHORTEST_REASON;
  const submit = async () => {
    setTried(true);
    if (!differs && !short && (await action.run(why))) onClose();
  };
  const fields: (Field<typeof draft> | false)[] = [
    name !== undefined && { ...nameField(name), error: tried && differs && t.confirm.differs },
    reason === true && { ...REASON, error: tried && short && t.confirm.reasonShort },
  ];
  return (
    <Dialog opened onClose={onClose} title={title ?? verb}>
      <Form action={action} onSubmit={submit}>
        <Text>{text}</Text>
        {children}
        <Inputs fields={fields} draft={draft} onChange={setDraft} />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            {t.actions.cancel}
          </Button>
          <Button type="submit" color="red" loading={action.busy}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ActButtonProps extends ButtonProps {
  act: () => Promise<unknown>;
  children: ReactNode;
}

/** A button that does something at once, and shows a failure below itself. */
export function ActButton({ act, children, ...look }: ActButtonProps) {
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

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Confirm>, 'onClose' | 'children'> {
  /** What the dialog has beside its text. */
  more?: ReactNode;
  /** Whether nothing can bring back what it removes. */
  permanent?: boolean;
  look?: ButtonProps;
}

const PERMANENT = { color: 'red', variant: 'filled' };
const USUAL = { variant: 'default' };

/** A button that asks before it acts. */
export function ConfirmButton({ more, permanent = false, look, ...confirm }: ConfirmButtonProps) {
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

interface DeedProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** Something that can be done, with what it means. */
export function Deed({ title, text, children }: DeedProps) {
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

interface ConfirmDeedProps extends ComponentProps<typeof ConfirmButton> {
  /** The verb is its title and its button. It explains itself before and in the dialog. */
  text: string;
  /** What follows the button. */
  children?: ReactNode;
}

/** Something that can be done after a question. */
export function ConfirmDeed({ children, ...confirm }: ConfirmDeedProps) {
  return (
    <Deed title={confirm.verb} text={confirm.text}>
      <ConfirmButton {...confirm} />
      {children}
    </Deed>
  );
}

/** The texts of the deeds for a client or a user, with a place for its name. */
interface DeedTexts {
  enable: string;
  enableText: string;
  enabled: string;
  disable: string;
  disableTitle: string;
  disableText: string;
  disabled: string;
  delete: string;
  deleteTitle: string;
  deleteText: string;
  deleted: string;
}

interface SubjectProps {
  texts: DeedTexts;
  name: string;
}

const named = (text: string, name: string) => fill(text, { name, email: name });

/** Disables something after a question, or enables it again. */
export function DisableDeed({
  texts,
  name,
  active,
  set,
  reload,
}: SubjectProps & { active: boolean; set: (active: boolean) => Promise<unknown>; reload: () => Promise<unknown> }) {
  const change = (value: boolean) =>
    changed(set(value), named(value ? texts.enabled : texts.disabled, name), { reload });
  if (active) {
    const title = named(texts.disableTitle, name);
    return <ConfirmDeed title={title} text={texts.disableText} verb={texts.disable} act={() => change(false)} />;
  }
  return (
    <Deed title={texts.enable} text={texts.enableText}>
      <ActButton act={() => change(true)}>{texts.enable}</ActButton>
    </Deed>
  );
}

/** Deletes something for good after a question, and goes to the list. */
export function DeleteDeed({ texts, name, list, act }: SubjectProps & { list: string; act: () => Promise<unknown> }) {
  const [, go] = useLocation();
  const remove = async () => {
    await act();
    notice(named(texts.deleted, name));
    go(list);
  };
  const title = named(texts.deleteTitle, name);
  return <ConfirmDeed title={title} text={texts.deleteText} verb={texts.delete} name={name} permanent act={remove} />;
}
