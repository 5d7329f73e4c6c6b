import { Button } from '@mantine/core';
import { useState } from 'react';
import { Page } from '../layout/page';
import { fill, t } from '../texts/texts';
import { useQuery } from '../ui/list/use-query';
import { Problem } from '../ui/problem';
import { FileChoice } from './file-choice';
import { ImportReport } from './import-report';
import { Running } from './running';
import { UndoImport } from './undo-import';
import { useImport } from './use-import';

/** Imports a file: first a check that writes nothing, then the import, which can be undone. */
export default function ImportPage() {
  const query = useQuery();
  const [file, setFile] = useState<File>();
  const steps = useImport(file, (batch) => query.set({ batch }, { replace: true }));
  const choose = (chosen: File) => {
    setFile(chosen);
    query.set({ batch: undefined }, { replace: true });
    steps.reset();
  };
  const batch = query.get('batch');
  const { running, checked, imported, failure } = steps;
  return (
    <Page title={t.navigation.import}>
      <p className="hint">{t.import.hint}</p>
      <div className="stack">
        <FileChoice file={file} disabled={running !== undefined} onChoose={choose} />
        {file && !running && !imported && (
          <div className="row">
            <Button variant={checked ? 'default' : 'filled'} onClick={() => steps.start(true)}>
              {t.import.check}
            </Button>
            {checked && checked.created > 0 && (
              <Button onClick={() => steps.start(false)}>{fill(t.import.start, { count: checked.created })}</Button>
            )}
          </div>
        )}
        {running && <Running {...running} />}
        {failure && <Problem failure={failure} />}
        {imported ? <ImportReport result={imported} /> : checked && <ImportReport result={checked} isCheck />}
        {batch && !running && <UndoImport key={batch} batch={batch} onDone={() => query.set({ batch: undefined })} />}
      </div>
    </Page>
  );
}
