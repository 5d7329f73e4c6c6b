import { Button, CopyButton, Text } from '@mantine/core';
import { fill, t } from '../texts/texts';
import type { Kind } from './provider-draft';

interface Props {
  kind: Kind;
  /** Undefined until the id is typed, which is a part of it. */
  uri: string | undefined;
}

/** What an administrator enters at the provider, and under which name it asks for it. */
export function RedirectUri({ kind, uri }: Props) {
  return (
    <section className="copyable" aria-label={t.providers.redirect}>
      <Text fw={600} size="sm">
        {t.providers.redirect}
      </Text>
      <p className="hint">{t.providers.redirectAt[kind]}</p>
      {uri === undefined ? (
        <p className="dimmed">{t.providers.redirectLater}</p>
      ) : (
        <>
          <code className="secret-value">{uri}</code>
          {kind === 'apple' && <p className="hint">{fill(t.providers.appleDomain, { host: new URL(uri).host })}</p>}
          <CopyButton value={uri}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} aria-live="polite">
                {copied ? t.actions.copied : t.providers.copyRedirect}
              </Button>
            )}
          </CopyButton>
        </>
      )}
    </section>
  );
}
