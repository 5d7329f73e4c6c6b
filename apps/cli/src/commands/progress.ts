import { Presets, SingleBar } from 'cli-progress';

/** How often a line is written where there is no terminal. */
const LINE_MS = 10_000;

/** A progress bar on standard error; a line from time to time if that is no terminal. */
export class Progress {
  private readonly bar: SingleBar | undefined;
  private nextLine = Date.now() + LINE_MS;

  /** @param total undefined if it is unknown */
  constructor(
    private readonly total: number | undefined,
    private readonly unit: string,
    private readonly silent = false,
  ) {
    if (silent || !process.stderr.isTTY) return;
    const format =
      total === undefined ? `{value} ${unit}` : `{bar} {percentage}%  {value} of {total} ${unit}  {eta_formatted} left`;
    this.bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
    this.bar.start(total ?? 0, 0);
  }

  reach(value: number): void {
    if (this.bar) this.bar.update(value);
    else if (!this.silent && Date.now() >= this.nextLine) this.writeLine(value);
  }

  end(): void {
    this.bar?.stop();
  }

  private writeLine(value: number): void {
    this.nextLine = Date.now() + LINE_MS;
    const of = this.total === undefined ? '' : ` of ${this.total}`;
    process.stderr.write(`latchkey: ${value}${of} ${this.unit}\n`);
  }
}
