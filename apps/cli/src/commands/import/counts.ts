/** More names are counted together: a file may have any number of them. */
const MOST_NAMES = 100;
const OTHERS = 'others';

/** How often each of some texts occurs. */
export class Counts {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    const counted = this.counts.has(name) || this.counts.size < MOST_NAMES ? name : OTHERS;
    this.counts.set(counted, (this.counts.get(counted) ?? 0) + 1);
  }

  get entries(): [string, number][] {
    return [...this.counts];
  }
}
