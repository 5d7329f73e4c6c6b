import { Button, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { call, Failure, isWaiting, onWaiting, openSession, renewalReason, settle } from './api/client';
import { type Action, useAction } from './api/load';
import type { ConsoleSession } from './api/types';
import { t } from './texts/texts';
import { Dialog } from './ui/dialog';
import { type Field, Form, Inputs } from './ui/form';
import { SchemeSwitch } from './ui/layout';
import { Problem } from './ui/view';

interface SignInProps {
  onSignedIn: (session: ConsoleSession) => void;
}

const TOKEN: Field<{ token: string }>[] = [
  {
    name: 'token',
    kind: 'password',
    label: t.signIn.token,
    description: t.signIn.tokenHint,
    required: true,
    'data-autofocus': true,
  },
];

function TokenForm({ onSignedIn }: SignInProps) {
  const [draft, setDraft] = useState({ token: '' });
  const signIn = useAction(async () => onSignedIn(await openSession({ token: draft.token.trim() })));
  return (
    <Form action={signIn} onSubmit={() => signIn.run()}>
      <Inputs fields={TOKEN} draft={draft} onChange={setDraft} />
      <Button type="submit" loading={signIn.busy}>
        {t.signIn.submit}
      </Button>
    </Form>
  );
}

interface Tokens {
  token: string;
}

/** What a user who must prove a second factor has so far. */
interface MfaChallenge {
  mfaToken: string;
  methods: string[];
}

interface Challenge {
  challenge_id: string;
  options: PublicKeyCredentialRequestOptionsJSON;
}

const AUTH = '/api/auth';

/** The tokens of a user with this password, or the demand for a second factor. */
async function signInByPassword(email: string, password: string): Promise<Tokens | MfaChallenge> {
  try {
    return await call<Tokens>('POST', `${AUTH}/user/login`, { email, password });
  } catch (thrown) {
    const failure = Failure.of(thrown);
    if (failure.code !== 'MFA_REQUIRED') throw failure;
    return { mfaToken: String(failure.fields.mfa_token), methods: failure.fields.methods as string[] };
  }
}

/** The tokens after a code of an authenticator app, or a recovery code. */
function verifyCode(challenge: MfaChallenge, kind: 'code' | 'recovery_code', value: string): Promise<Tokens> {
  return call('POST', `${AUTH}/mfa/verify`, { mfa_token: challenge.mfaToken, [kind]: value });
}

const supportsPasskeys = () => typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/** The tokens after a passkey: alone, or as the second factor. */
async function signInByPasskey(challenge?: MfaChallenge): Promise<Tokens> {
  const proof = challenge && { mfa_token: challenge.mfaToken };
  const path = challenge ? `${AUTH}/mfa/passkey/options` : `${AUTH}/passkey/options`;
  const { challenge_id, options } = await call<Challenge>('POST', path, proof ?? {});
  const body = { challenge_id, credential: await credentialFor(options), ...proof };
  return call('POST', challenge ? `${AUTH}/mfa/verify` : `${AUTH}/passkey/login`, body);
}

/** The browser also throws when the user cancels, and when the passkeys belong to another domain. */
async function credentialFor(options: PublicKeyCredentialRequestOptionsJSON) {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    return credential.toJSON();
  } catch {
    throw new Failure('NO_PASSKEY', t.signIn.noPasskey);
  }
}

/** Not in browsers without passkeys. */
function PasskeyButton({ action }: { action: Action<[]> }) {
  if (!supportsPasskeys()) return null;
  return (
    <Button variant="default" loading={action.busy} onClick={() => action.run()}>
      {t.signIn.passkey}
    </Button>
  );
}

interface FactorFormProps {
  challenge: MfaChallenge;
  onProved: (tokens: ReturnType<typeof verifyCode>) => Promise<void>;
  onBack: () => void;
}

const TOTP = /^\s*(?:\d\s*){6}$/;

const CODE: Field<{ code: string }>[] = [
  {
    name: 'code',
    label: t.signIn.code,
    description: t.signIn.codeHint,
    autoComplete: 'one-time-code',
    required: true,
    autoFocus: true,
  },
];

/** The second step for a user: a code, a recovery code or a passkey. */
function FactorForm({ challenge, onProved, onBack }: FactorFormProps) {
  const [draft, setDraft] = useState({ code: '' });
  const { code } = draft;
  const byCode = useAction(() => onProved(verifyCode(challenge, TOTP.test(code) ? 'code' : 'recovery_code', code)));
  const byPasskey = useAction(() => onProved(signInByPasskey(challenge)));
  return (
    <Form action={byCode.failure ? byCode : byPasskey} onSubmit={() => byCode.run()}>
      <Inputs fields={CODE} draft={draft} onChange={setDraft} />
      <Button type="submit" loading={byCode.busy}>
        {t.signIn.submit}
      </Button>
      {challenge.methods.includes('passkey') && <PasskeyButton action={byPasskey} />}
      <Button variant="subtle" onClick={onBack}>
        {t.signIn.otherAccount}
      </Button>
    </Form>
  );
}

/** The session of the console for the tokens of a user. It ends with the session of the user, so this does not sign out. */
const enter = ({ token }: Tokens): Promise<ConsoleSession> => openSession({ token });

const USER: Field<{ email: string; password: string }>[] = [
  {
    name: 'email',
    label: t.signIn.email,
    type: 'email',
    autoComplete: 'username',
    required: true,
    'data-autofocus': true,
  },
  {
    name: 'password',
    kind: 'password',
    label: t.signIn.password,
    autoComplete: 'current-password',
    required: true,
  },
];

function UserForm({ onSignedIn }: SignInProps) {
  const [draft, setDraft] = useState({ email: '', password: '' });
  const [challenge, setChallenge] = useState<MfaChallenge>();
  const byPassword = useAction(async () => {
    const answer = await signInByPassword(draft.email, draft.password);
    if ('mfaToken' in answer) setChallenge(answer);
    else onSignedIn(await enter(answer));
  });
  const finish = async (tokens: Promise<Tokens>) => onSignedIn(await enter(await tokens));
  const byPasskey = useAction(() => finish(signInByPasskey()));
  if (challenge) return <FactorForm challenge={challenge} onProved={finish} onBack={() => setChallenge(undefined)} />;
  return (
    <Form action={byPassword.failure ? byPassword : byPasskey} onSubmit={() => byPassword.run()}>
      <Inputs fields={USER} draft={draft} onChange={setDraft} />
      <Button type="submit" loading={byPassword.busy}>
        {t.signIn.submit}
      </Button>
      <PasskeyButton action={byPasskey} />
    </Form>
  );
}

/** The two ways into the console: by an admin token, and as a user with admin scopes. */
function SignInForms({ onSignedIn }: SignInProps) {
  const [way, setWay] = useState<string>('token');
  return (
    <div className="stack">
      <SegmentedControl
        fullWidth
        aria-label={t.signIn.way}
        transitionDuration={0}
        value={way}
        onChange={setWay}
        data={[
          { value: 'token', label: t.signIn.byToken },
          { value: 'user', label: t.signIn.asUser },
        ]}
      />
      {way === 'token' ? <TokenForm onSignedIn={onSignedIn} /> : <UserForm onSignedIn={onSignedIn} />}
    </div>
  );
}

interface SignInPageProps extends SignInProps {
  /** Why the console could not sign in by itself. */
  failure?: Failure;
}

export function SignInPage({ failure, onSignedIn }: SignInPageProps) {
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

interface RenewDialogProps extends SignInProps {
  onSignedOut: () => void;
}

/** Asks for a new sign-in above the page, so that the page keeps what the user has typed. */
export function RenewDialog({ onSignedIn, onSignedOut }: RenewDialogProps) {
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
