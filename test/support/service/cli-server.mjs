// Runs commands of the built command line in one process, for cli.ts: each start of Node costs half a second of CPU time or
// more. cli.ts sends the next command when this process has answered the one before.
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { runBundle } from '../../../apps/build/compiled.mjs';
import { addCpuTime } from '../run/machine.mjs';

const DIST = resolve(import.meta.dirname, '../../../dist');
const OWN_FOLDER = process.cwd();
const OWN_UMASK = process.umask();
addCpuTime();
const { run } = runBundle(resolve(DIST, 'cli.cjs'));

/** Collects what is written to a stream until `end()`, which returns it. */
function collect(stream) {
  const chunks = [];
  const { write } = stream;
  stream.write = (chunk, ...others) => {
    const encoding = typeof others[0] === 'string' ? others[0] : 'utf8';
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    const done = others.find((each) => typeof each === 'function');
    if (done) process.nextTick(done);
    return true;
  };
  return {
    end() {
      stream.write = write;
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** Like a pipe, it reads nothing before the command does. */
function stdinWith(bytes) {
  return new Readable({
    read() {
      if (bytes.length > 0) this.push(bytes);
      this.push(null);
    },
  });
}

/** Runs a command as a new process would: with its own arguments, environment, working folder, streams and exit code. */
async function runAsProcess({ words, env, folder, input }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, resolve(DIST, 'cli.js'), ...words];
  process.exitCode = undefined;
  process.umask(OWN_UMASK);
  process.chdir(folder);
  Object.defineProperty(process, 'stdin', { value: stdinWith(Buffer.from(input)), configurable: true });
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const code = await run(words);
  process.chdir(OWN_FOLDER);
  process.exitCode = undefined;
  process.send({ code, stdout: stdout.end(), stderr: stderr.end() });
}

// An error here ends the process, and cli.ts shows it.
process.on('message', (command) => void runAsProcess(command));
process.on('disconnect', () => process.exit());
