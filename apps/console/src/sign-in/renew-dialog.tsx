import { Button, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { isWaiting, onWaiting, renewalReason, settle } from '../api/renewal';
import type { ConsoleSession } from '../api/types';
import { t } from '../texts/texts';
import { Dialog } from '../ui/dialog/dialog';
import { SignInForms } from './sign-in-forms';

interface Props {
  onSignedIn: (session: ConsoleSession) => void;
  onSignedOut: () => void;
}

/** Asks for a new sign-in above the page, so that the page keeps what the user has typed. */
export function RenewDialog({ onSignedIn, onSignedOut }: Props) {
  const waiting = useSyncExternalStore(onWaiting, isWaiting);
  const [title, hint] =
    renewalReason() === 'factor' ? [t.signIn.again, t.signIn.againHint] : [t.signIn.ended, t.signIn.endedHint];
  const signedIn = (session: ConsoleSession) => {
    onSignedIn(session);
    settle(true);
  };
  const leave = () => {
    settle(false);
    onSignedOut();
  };
  return (
    <Dialog opened={waiting} onClose={() => settle(false)} title={title} zIndex={500}>
      <div className="stack">
        <Text>{hint}</Text>
        <SignInForms onSignedIn={signedIn} />
        <Button variant="subtle" onClick={leave}>
          {t.signIn.leave}
        </Button>
      </div>
    </Dialog>
  );
}
