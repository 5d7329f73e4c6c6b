import { Presets, SingleBar } from 'cli-progress';

/** A progress bar on standard error, if that is a terminal. */
export class Progress {
  private readonly bar: SingleBar | undefined;

  /** @param total undefined if it is unknown */
  constructor(total: number | undefined, unit: string, silent = false) {
    if (silent || !process.stderr.isTTY) return;
    const format =
      total === undefined ? `{value} ${unit}` : `{bar} {percentage}%  {value} of {total} ${unit}  {eta_formatted} left`;
    this.bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
    this.bar.start(total ?? 0, 0);
  }

  reach(value: number): void {
    this.bar?.update(value);
  }

  end(): void {
    this.bar?.stop();
  }
}
