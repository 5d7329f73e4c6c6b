import { Burger, Button, NativeSelect, Title, useMantineColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'wouter';
import { Failure } from '../api/client';
import { signOut, useSession } from '../api/session';
import type { Scope } from '../api/types';
import { fill, t } from '../texts/texts';

/** The pages, each with the scope that it needs. */
const ENTRIES: [string, keyof typeof t.navigation, Scope][] = [
  ['/', 'overview', 'read'],
  ['/users', 'users', 'read'],
  ['/events', 'events', 'read'],
  ['/emails', 'emails', 'read'],
  ['/branding', 'branding', 'read'],
  ['/webhooks', 'webhooks', 'webhooks'],
  ['/providers', 'providers', 'providers'],
  ['/clients', 'clients', 'clients'],
  ['/api-keys', 'apiKeys', 'read'],
  ['/tokens', 'tokens', 'read'],
  ['/keys', 'keys', 'read'],
  ['/import', 'import', 'write'],
  ['/checks', 'checks', 'read'],
  ['/settings', 'settings', 'read'],
];

function Navigation() {
  const { scopes } = useSession();
  const [path] = useLocation();
  const isHere = (place: string) => path === place || (place !== '/' && path.startsWith(`${place}/`));
  return (
    <nav aria-label={t.layout.navigation} className="navigation">
      {ENTRIES.filter(([, , scope]) => scopes.includes(scope)).map(([place, name]) => (
        <Link key={place} href={place} aria-current={isHere(place) ? 'page' : undefined}>
          {t.navigation[name]}
        </Link>
      ))}
    </nav>
  );
}

const SHOWN_MS = 6000;
let current = '';
const listeners = new Set<() => void>();

/** Shows what has been done, for some seconds; screen readers read it out. */
export function notice(text: string): void {
  current = text;
  for (const listener of listeners) listener();
}

/** Waits for a change, says what it has done, and loads again what it concerns. */
export async function changed<T>(
  change: Promise<T>,
  text: string | ((done: T) => string),
  ...loads: { reload: () => Promise<unknown> }[]
): Promise<T> {
  const done = await change;
  notice(typeof text === 'string' ? text : text(done));
  await Promise.all(loads.map(({ reload }) => reload()));
  return done;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function Notices() {
  const text = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    const timer = setTimeout(() => text && notice(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="notices" role="status" aria-live="polite">
      {text && <p className="notice">{text}</p>}
    </div>
  );
}

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Light, dark, or as the system is set. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      aria-label={t.layout.scheme}
      size="xs"
      className="scheme"
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as (typeof SCHEMES)[number])}
      data={SCHEMES.map((value) => ({ value, label: t.layout.schemes[value] }))}
    />
  );
}

interface LayoutProps {
  onSignedOut: () => void;
  children: ReactNode;
}

const CONTENT = 'content';

export function Layout({ onSignedOut, children }: LayoutProps) {
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

interface PageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

let shown = 0;

/** A page with its title, which gets the focus when the user comes from another page. */
export function Page({ title, actions, children }: PageProps) {
  const { app_name } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    shown += 1;
    // The browser itself sets the focus when it loads the console.
    if (shown > 1) heading.current?.focus();
  }, []);
  return (
    <>
      <title>{`${title} · ${app_name}`}</title>
      <div className="page-head">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title">
          {title}
        </Title>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}

export function NotFound() {
  return (
    <Page title={t.notFound.title}>
      <p>{t.notFound.text}</p>
    </Page>
  );
}
