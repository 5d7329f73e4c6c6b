import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client';
import { dataOf } from '../../api/failure';
import type { UserProps } from '../../api/types';
import { useAction } from '../../api/use-action';
import { t } from '../../texts/texts';
import { Deed } from '../../ui/deed';
import { Form } from '../../ui/dialog/form';
import { Secret } from '../../ui/dialog/secret';
import { Submit } from '../../ui/dialog/submit';

type LinkType = keyof typeof t.deeds.linkTypes;

/** Makes a link, which the administrator sends: the API mails nothing. */
export function SendLink({ user: { email } }: UserProps) {
  const [type, setType] = useState<LinkType>('magic_link');
  const [link, setLink] = useState<string>();
  const make = useAction(async () => {
    setLink((await dataOf(api.POST('/api/admin/links', { body: { type, email } }))).link);
  });
  return (
    <Deed title={t.deeds.link} text={t.deeds.linkText}>
      <Form action={make} onSubmit={() => make.run()} className="stack narrow">
        <NativeSelect
          label={t.deeds.linkType}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as LinkType)}
          data={Object.entries(t.deeds.linkTypes).map(([value, label]) => ({ value, label }))}
        />
        <Submit busy={make.busy} variant="default">
          {t.deeds.makeLink}
        </Submit>
        {link && <Secret key={link} title={t.deeds.linkMade} value={link} />}
      </Form>
    </Deed>
  );
}
