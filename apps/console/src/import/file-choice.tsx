import { type DragEvent, useState } from 'react';
import { fill, t } from '../texts/texts';

interface Props {
  file?: File;
  disabled: boolean;
  onChoose: (file: File) => void;
}

const KILOBYTE = 1e3;
const MEGABYTE = 1e6;

/** Chooses a file: by the dialog of the browser, or by dropping it. */
export function FileChoice({ file, disabled, onChoose }: Props) {
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const chosen = files?.[0];
    if (chosen && !disabled) onChoose(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the input does the same for the keyboard
    <div className={over ? 'drop over' : 'drop'} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      <p>
        <label htmlFor="import-file">
          {file ? fill(t.import.chosen, { name: file.name, size: sizeOf(file) }) : t.import.drop}
        </label>
      </p>
      <input
        id="import-file"
        type="file"
        disabled={disabled}
        accept=".csv,.ndjson,.jsonl,.json,.tsv,.txt,text/csv,application/json,application/x-ndjson"
        onChange={(event) => take(event.currentTarget.files)}
      />
    </div>
  );
}

function sizeOf({ size }: File): string {
  return size < MEGABYTE ? `${Math.ceil(size / KILOBYTE)} kB` : `${(size / MEGABYTE).toFixed(1)} MB`;
}
