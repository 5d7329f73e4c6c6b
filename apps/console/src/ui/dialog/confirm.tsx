import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../api/use-action';
import { fill, t } from '../../texts/texts';
import { Dialog } from './dialog';
import { Form } from './form';

interface Props {
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

/** Asks before something dangerous. It is mounted while it is open, so that it starts empty. */
export function Confirm({ title, text, verb, name, reason, children, act, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState('');
  const [tried, setTried] = useState(false);
  const action = useAction(act);
  const differs = name !== undefined && typed.trim() !== name;
  const short = reason === true && why.trim().length < SHORTEST_REASON;
  const submit = async () => {
    setTried(true);
    if (!differs && !short && (await action.run(why.trim()))) onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title ?? verb}>
      <Form action={action} onSubmit={submit}>
        <Text>{text}</Text>
        {children}
        {name !== undefined && <Name name={name} typed={typed} onType={setTyped} wrong={tried && differs} />}
        {reason && <Reason why={why} onType={setWhy} wrong={tried && short} />}
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

interface FieldProps {
  onType: (text: string) => void;
  wrong: boolean;
}

function Name({ name, typed, onType, wrong }: FieldProps & { name: string; typed: string }) {
  return (
    <TextInput
      label={fill(t.confirm.type, { name })}
      autoComplete="off"
      data-autofocus
      value={typed}
      error={wrong && t.confirm.differs}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

function Reason({ why, onType, wrong }: FieldProps & { why: string }) {
  return (
    <Textarea
      label={t.confirm.reason}
      description={t.confirm.reasonHint}
      maxLength={500}
      value={why}
      error={wrong && t.confirm.reasonShort}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
