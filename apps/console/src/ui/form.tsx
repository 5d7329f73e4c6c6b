import {
  Alert,
  Button,
  type ButtonProps,
  Checkbox,
  CopyButton,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { type FormEvent, type HTMLInputTypeAttribute, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/client';
import { useAction } from '../api/load';
import { t } from '../texts/texts';
import { Problem } from './view';

interface FormProps {
  /** The failure of what the form does. */
  action: { failure?: Failure };
  onSubmit: () => unknown;
  children: ReactNode;
  className?: string;
}

export function Form({ action, onSubmit, children, className = 'stack' }: FormProps) {
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

interface SubmitProps extends ButtonProps {
  busy: boolean;
  children: ReactNode;
}

/** The button that sends a form. */
export function Submit({ busy, children, ...look }: SubmitProps) {
  return (
    <div className="row">
      <Button type="submit" loading={busy} {...look}>
        {children}
      </Button>
    </div>
  );
}

interface ActFormProps {
  /** What the button does. */
  act: () => Promise<unknown>;
  verb: string;
  title?: string;
  className?: string;
  look?: ButtonProps;
  children: ReactNode;
  /** What follows the button. */
  below?: ReactNode;
}

/** A form that does something: its title, its fields, its button, and the failure. */
export function ActForm({ act, verb, title, className = 'stack narrow', look, children, below }: ActFormProps) {
  const action = useAction(act);
  return (
    <Form action={action} onSubmit={() => action.run()} className={className}>
      {title && (
        <Title order={2} size="h4">
          {title}
        </Title>
      )}
      {children}
      <Submit busy={action.busy} {...look}>
        {verb}
      </Submit>
      {below}
    </Form>
  );
}

const INPUTS = { text: TextInput, password: PasswordInput, area: Textarea, select: NativeSelect };

/** A field of a form: what it edits, how it looks, and what explains it. */
export interface Field<Draft> {
  name: keyof Draft & string;
  label: string;
  kind?: keyof typeof INPUTS | 'check';
  description?: string;
  required?: boolean;
  error?: ReactNode;
  /** Of a text. */
  type?: HTMLInputTypeAttribute;
  inputMode?: 'numeric';
  placeholder?: string;
  autoComplete?: string;
  className?: string;
  /** Whether it has the focus at once, on a page. */
  autoFocus?: boolean;
  /** The same in a dialog. */
  'data-autofocus'?: boolean;
  /** Of a longer text. */
  rows?: number;
  maxLength?: number;
  /** Of a choice. */
  data?: (string | { value: string; label: string })[];
}

interface InputsProps<Draft> {
  /** What is false is left out. */
  fields: (Field<Draft> | false)[];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** The fields of a form by their table. */
export function Inputs<Draft>({ fields, draft, onChange }: InputsProps<Draft>) {
  return fields.map((field) => {
    if (!field) return null;
    const { name, kind = 'text', ...look } = field;
    const set = (value: unknown) => onChange({ ...draft, [name]: value });
    if (kind === 'check') {
      const checked = draft[name] as boolean;
      return <Checkbox key={name} {...look} checked={checked} onChange={(event) => set(event.currentTarget.checked)} />;
    }
    const Input = INPUTS[kind] as typeof TextInput;
    const off = kind === 'text' || kind === 'password' ? { autoComplete: 'off' } : {};
    const value = draft[name] as string;
    return <Input key={name} {...off} {...look} value={value} onChange={(event) => set(event.currentTarget.value)} />;
  });
}

interface DraftFormProps<Draft> extends Omit<ActFormProps, 'act' | 'children'> {
  /** What the fields have first. */
  start: Draft;
  /** What is false is left out. */
  fields: (Field<Draft> | false)[] | ((draft: Draft) => (Field<Draft> | false)[]);
  act: (draft: Draft) => Promise<unknown>;
  /** What comes before the fields. */
  children?: ReactNode;
}

/** A form with nothing but the fields of a table, which does something with what they have. */
export function DraftForm<Draft>({ start, fields, act, children, ...form }: DraftFormProps<Draft>) {
  const [draft, setDraft] = useState(start);
  const shown = typeof fields === 'function' ? fields(draft) : fields;
  return (
    <ActForm act={() => act(draft)} {...form}>
      {children}
      <Inputs fields={shown} draft={draft} onChange={setDraft} />
    </ActForm>
  );
}

/** The choices of a field, by the texts of their values. */
export const choicesOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** A secret that the service shows once. */
export function Secret({ title, value }: { title: string; value: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Alert color="blue" title={title} className="secret" ref={place} tabIndex={-1} role="status">
      <p>{t.states.shownOnce}</p>
      <code className="secret-value">{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" size="xs" onClick={copy}>
            {copied ? t.actions.copied : t.actions.copy}
          </Button>
        )}
      </CopyButton>
    </Alert>
  );
}

/** The last second of a day in the time zone of the reader. @param day as a date field has it: `2030-12-31` */
export const dayEnd = (day: string) => Math.floor(new Date(`${day}T23:59:59`).getTime() / 1000);

/** The day of a time in epoch seconds, as a date field takes it. */
export function dayOf(time: number): string {
  const date = new Date(time * 1000);
  const pad = (number: number, length = 2) => String(number).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Whether a time in epoch seconds is over; null never is. */
export const isOver = (time: number | null) => time !== null && time * 1000 <= Date.now();

/** The words of a list that is separated by commas or blanks. */
export const wordsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
