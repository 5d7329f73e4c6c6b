import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { t } from '../texts/texts';
import { asksForVerified, type ImportDraft, SOURCE_NAMES, type SourceName } from './import-draft';

interface Props {
  draft: ImportDraft;
  disabled: boolean;
  onChange: (draft: ImportDraft) => void;
}

/** The product from which a file comes, and what the file alone does not say. */
export function SourceChoice({ draft, disabled, onChange }: Props) {
  const { from } = draft;
  const data = SOURCE_NAMES.map((value) => ({ value, label: t.import.sources[value] }));
  return (
    <fieldset disabled={disabled} className="stack narrow plain">
      <NativeSelect
        label={t.import.from}
        description={from ? t.import.sourceHints[from] : t.import.commandLine}
        value={from ?? ''}
        onChange={(event) => onChange({ ...draft, from: (event.currentTarget.value || undefined) as SourceName })}
        data={[...(from ? [] : [{ value: '', label: t.import.kindOfFile }]), ...data]}
      />
      {from === 'kratos' && (
        <TextInput
          label={t.import.rpId}
          description={t.import.rpIdHint}
          value={draft.rpId}
          onChange={(event) => onChange({ ...draft, rpId: event.currentTarget.value })}
        />
      )}
      {from === 'firebase' && (
        <Textarea
          label={t.import.hashConfig}
          description={t.import.hashConfigHint}
          rows={7}
          value={draft.hashConfig}
          onChange={(event) => onChange({ ...draft, hashConfig: event.currentTarget.value })}
        />
      )}
      {asksForVerified(draft) && (
        <Checkbox
          label={t.import.assumeVerified}
          description={t.import.assumeVerifiedHint}
          checked={draft.assumeVerified}
          onChange={(event) => onChange({ ...draft, assumeVerified: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}
