import '@latchkey/elements';
import { type CSSProperties, useEffect, useRef } from 'react';
import { t } from '../texts/texts';
import { type Facts, previewClient, readTexts, type Scheme, type Values } from './read-branding';

interface Props {
  facts: Facts;
  scheme: Scheme;
  values: Values;
  language: string;
}

/** The first screen of a sign-in in one color scheme, which only shows how it looks. */
export function SignInPreview({ facts, scheme, values, language }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { texts, logo } = facts.branding;
  useEffect(() => {
    const element = document.createElement('latchkey-sign-in');
    const ownTexts = { locales: texts, load: readTexts };
    Object.assign(element, { client: previewClient, prompt: 'login', locale: language, ownTexts });
    place.current?.replaceChildren(element);
  }, [language, texts]);
  const style = { ...values, colorScheme: scheme } as CSSProperties;
  return (
    <figure className="branded">
      <figcaption>{t.layout.schemes[scheme]}</figcaption>
      <div className={`branded-page ${scheme}`} style={style} inert>
        {logo ? <img src="/branding/logo.svg" alt={facts.app_name} /> : <b>{facts.app_name}</b>}
        <div className="branded-card" ref={place} />
      </div>
    </figure>
  );
}
