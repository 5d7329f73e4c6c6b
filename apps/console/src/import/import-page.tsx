import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../api/session';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { useQuery } from '../ui/list/use-query';
import { Problem } from '../ui/problem';
import { Waiting } from '../ui/waiting';
import { FileChoice } from './file-choice';
import { draftOf, type ImportDraft, missingIn } from './import-draft';
import { ImportReport } from './import-report';
import { Imports } from './imports';
import { Running } from './running';
import { SourceChoice } from './source-choice';
import { Mapping } from './table/mapping';
import { usePreview } from './table/use-preview';
import { UndoImport } from './undo-import';
import { useImport } from './use-import';

interface Chosen {
  file: File;
  draft: ImportDraft;
}

/** Imports a file: first a check that writes nothing, then the import, which can be undone. */
export default function ImportPage() {
  const query = useQuery();
  const mayRead = useMay('read');
  const [chosen, setChosen] = useState<Chosen>();
  const steps = useImport(chosen?.file, (batch) => query.set({ batch }, { replace: true }));
  const choose = (file: File) => {
    setChosen({ file, draft: draftOf(file) });
    query.set({ batch: undefined }, { replace: true });
    steps.reset();
  };
  // A check is of one file, read in one way.
  const change = (draft: ImportDraft) => {
    setChosen((before) => before && { ...before, draft });
    steps.reset();
  };
  const batch = query.get('batch');
  const { running, checked, imported, failure } = steps;
  return (
    <Page title={t.navigation.import}>
      <p className="hint">{t.import.hint}</p>
      <div className="stack">
        <FileChoice file={chosen?.file} disabled={running !== undefined} onChoose={choose} />
        {chosen && !imported && <Reading {...chosen} steps={steps} onChange={change} />}
        {running && <Running {...running} />}
        {failure && <Problem failure={failure} />}
        {imported ? <ImportReport result={imported} /> : checked && <ImportReport result={checked} isCheck />}
        {mayRead
          ? !running && <Imports query={query} newest={batch} />
          : batch &&
            !running && <UndoImport key={batch} batch={batch} onDone={() => query.set({ batch: undefined })} />}
      </div>
    </Page>
  );
}

interface ReadingProps extends Chosen {
  steps: ReturnType<typeof useImport>;
  onChange: (draft: ImportDraft) => void;
}

/** How the file is read, and the buttons that start the check and the import. */
function Reading({ file, draft, steps, onChange }: ReadingProps) {
  const { running, checked, start } = steps;
  const isTable = draft.from === 'csv';
  const table = usePreview(isTable ? file : undefined, ({ columns }) => {
    const suggested = columns.flatMap(({ name, field }) => (field === null ? [] : [[name, field]]));
    onChange({ ...draft, columns: Object.fromEntries(suggested) });
  });
  const disabled = running !== undefined;
  const isRead = !isTable || table.preview !== undefined;
  const missing = isRead ? missingIn(draft) : undefined;
  return (
    <>
      <SourceChoice draft={draft} disabled={disabled} onChange={onChange} />
      {isTable && table.failure && <Problem failure={table.failure} />}
      {isTable && !table.failure && !isRead && <Waiting />}
      {isTable && table.preview && (
        <Mapping
          preview={table.preview}
          columns={draft.columns}
          disabled={disabled}
          onChange={(columns) => onChange({ ...draft, columns })}
        />
      )}
      {!running && isRead && (
        <div className="row">
          <Button variant={checked ? 'default' : 'filled'} disabled={!!missing} onClick={() => start(draft, true)}>
            {t.import.check}
          </Button>
          {checked && checked.created > 0 && (
            <Button onClick={() => start(draft, false)}>{fill(t.import.start, { count: checked.created })}</Button>
          )}
          {missing && <span className="dimmed">{missing}</span>}
        </div>
      )}
    </>
  );
}
