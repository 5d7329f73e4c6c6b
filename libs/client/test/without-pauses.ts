/** Shortens the pauses of the client, and returns their lengths. */
export function withoutPauses(): (number | undefined)[] {
  const [pauses, setTimeout] = [[] as (number | undefined)[], globalThis.setTimeout];
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((work, pause) => {
    pauses.push(pause);
    return setTimeout(work);
  });
  return pauses;
}
