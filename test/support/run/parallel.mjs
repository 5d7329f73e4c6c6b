// Runs scripts of package.json at the same time, and prints the output of each when it has ended: parallel.mjs lint build
import { spawn } from 'node:child_process';
import { once } from 'node:events';

async function run(script) {
  const child = spawn('npm', ['run', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  if (code !== 0) process.exitCode = 1;
}

await Promise.all(process.argv.slice(2).map(run));
