import { appendFileSync } from 'node:fs';

const FILE = process.env.TEST_CPU_TIME;

/**
 * Adds the CPU time of this process to that of the run when its parent has ended. Linux adds it only to the time of a
 * parent that waits for the end of its child.
 */
export function addCpuTime() {
  if (!FILE) return;
  process.prependOnceListener('disconnect', () => {
    const { user, system } = process.cpuUsage();
    appendFileSync(FILE, `${user + system}\n`);
  });
}
