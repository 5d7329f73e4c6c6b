import { Button } from '@mantine/core';
import type { Action } from '../api/use-action';
import { t } from '../texts/texts';
import { supportsPasskeys } from './user-sign-in';

/** Not in browsers without passkeys. */
export function PasskeyButton({ action }: { action: Action<[]> }) {
  if (!supportsPasskeys()) return null;
  return (
    <Button variant="default" loading={action.busy} onClick={() => action.run()}>
      {t.signIn.passkey}
    </Button>
  );
}
