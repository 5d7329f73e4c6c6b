import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import { dataOf, Failure } from '../../api/failure';
import type { FilePreview } from '../../api/types';

/** The first bytes are enough for the header and for some rows. */
const HEAD_BYTES = 64 * 1024;

interface State {
  of?: File;
  preview?: FilePreview;
  failure?: Failure;
}

/** Reads the columns of a table; of any other file nothing. */
export function usePreview(file: File | undefined, onRead: (preview: FilePreview) => void): State {
  const [state, setState] = useState<State>({});
  useEffect(() => {
    let isCurrent = true;
    const settle = (next: State) => isCurrent && setState({ ...next, of: file });
    setState({});
    if (file) {
      previewOf(file).then(
        (preview) => {
          if (isCurrent) onRead(preview);
          settle({ preview });
        },
        (thrown) => settle({ failure: Failure.of(thrown) }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return state;
}

function previewOf(file: File): Promise<FilePreview> {
  return dataOf(
    api.POST('/api/admin/import/preview', {
      body: file.slice(0, HEAD_BYTES) as never,
      bodySerializer: (head: unknown) => head as Blob,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}
