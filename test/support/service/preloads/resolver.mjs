// Loaded before the service (`node --import`): answers look-ups of names below .test as the test has said, and counts them.
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

if (process.send) {
  const { lookup } = promises;
  /** The answers of each name, one after the other; the last one repeats. */
  const names = new Map();
  const counts = {};
  promises.lookup = async (name, options) => {
    if (!name.endsWith('.test')) return lookup(name, options);
    const answers = names.get(name) ?? [];
    counts[name] = (counts[name] ?? 0) + 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  syncBuiltinESMExports();
  process.on('message', ({ resolve, lookups }) => {
    if (resolve) for (const [name, answers] of Object.entries(resolve)) names.set(name, answers);
    if (resolve || lookups) process.send({ counts });
  });
}
