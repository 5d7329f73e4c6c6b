// Loaded before a Nest application of the tests, together with clock.mjs, so that `advance` also moves
// `performance.now`.
if (process.send) {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  process.on('message', ({ advance = 0 }) => {
    ahead += advance * 1000;
  });
}
