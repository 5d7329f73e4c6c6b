import { Paper, Title } from '@mantine/core';
import type { Failure } from '../api/failure';
import type { ConsoleSession } from '../api/types';
import { SchemeSwitch } from '../layout/scheme-switch';
import { t } from '../texts/texts';
import { Problem } from '../ui/problem';
import { SignInForms } from './sign-in-forms';

interface Props {
  /** Why the console could not sign in by itself. */
  failure?: Failure;
  onSignedIn: (session: ConsoleSession) => void;
}

export function SignInPage({ failure, onSignedIn }: Props) {
  return (
    <main className="sign-in">
      <title>{t.signIn.title}</title>
      <Paper className="sign-in-card" withBorder shadow="sm">
        <div className="sign-in-head">
          <Title order={1} size="h3">
            {t.signIn.title}
          </Title>
          <SchemeSwitch />
        </div>
        {failure && <Problem failure={failure} title={t.signIn.failed} />}
        <SignInForms onSignedIn={onSignedIn} />
      </Paper>
    </main>
  );
}
