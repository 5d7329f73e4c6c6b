import { Badge } from '@mantine/core';
import { named, t } from '../texts/texts';

const COLORS: Record<string, string> = {
  active: 'green',
  sent: 'green',
  verified: 'green',
  ok: 'green',
  enabled: 'green',
  fail: 'red',
  failed: 'red',
  disabled: 'red',
  blocked: 'red',
  expired: 'yellow',
  paused: 'yellow',
  queued: 'yellow',
  warn: 'yellow',
  waiting: 'yellow',
};

/** A state as a word with a color. */
export function State({ name }: { name: string }) {
  return (
    <Badge variant="light" color={COLORS[name] ?? 'gray'} radius="sm" className="state">
      {named(t.stateNames, name)}
    </Badge>
  );
}
