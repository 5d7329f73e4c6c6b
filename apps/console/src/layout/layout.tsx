import { Burger, Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Failure } from '../api/failure';
import { useSession } from '../api/session';
import { signOut } from '../api/sign-out';
import { fill, t } from '../texts/texts';
import { Navigation } from './navigation';
import { Notices, notice } from './notices';
import { SchemeSwitch } from './scheme-switch';

interface Props {
  onSignedOut: () => void;
  children: ReactNode;
}

const CONTENT = 'content';

export function Layout({ onSignedOut, children }: Props) {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  // A new page closes the menu of a phone.
  useEffect(() => setOpen(false), [path]);
  return (
    <div className="layout">
      <a className="skip" href={`#${CONTENT}`}>
        {t.layout.skip}
      </a>
      <Top open={open} onToggle={() => setOpen(!open)} onSignedOut={onSignedOut} />
      <div className={open ? 'side open' : 'side'}>
        <Navigation />
        <Who />
      </div>
      <main id={CONTENT} tabIndex={-1}>
        {children}
      </main>
      <Notices />
    </div>
  );
}

interface TopProps {
  open: boolean;
  onToggle: () => void;
  onSignedOut: () => void;
}

function Top({ open, onToggle, onSignedOut }: TopProps) {
  const leave = async () => {
    try {
      await signOut();
      onSignedOut();
    } catch (thrown) {
      // The session goes on, so the page must not look as if it had ended.
      notice(Failure.of(thrown).message);
    }
  };
  return (
    <header className="top">
      <Burger
        className="menu-button"
        size="sm"
        opened={open}
        onClick={onToggle}
        aria-label={t.layout.menu}
        aria-expanded={open}
        transitionDuration={0}
      />
      <Brand />
      <div className="row end">
        <SchemeSwitch />
        <Button variant="default" size="xs" onClick={leave}>
          {t.signIn.out}
        </Button>
      </div>
    </header>
  );
}

function Brand() {
  const { app_name } = useSession();
  return (
    <Link href="/" className="brand">
      <img src="/console/icon.svg" alt="" width="28" height="28" />
      {app_name}
    </Link>
  );
}

function Who() {
  const { name, version, production } = useSession();
  return (
    <footer className="who">
      {fill(t.layout.signedInAs, { name })}
      <br />
      {fill(production ? t.layout.version : t.layout.developmentVersion, { version })}
    </footer>
  );
}
