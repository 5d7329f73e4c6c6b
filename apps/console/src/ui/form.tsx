import { Alert, Button, type ButtonProps, CopyButton } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../api/client';
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
