/** Sends its next request. Returns whether the request was acknowledged. */
interface Worker {
  step(): Promise<boolean>;
}

/** What goes wrong: each entry starts when this share of the operations has been acknowledged. */
export type Mishaps = [after: number, happen: () => Promise<unknown>][];

/** Lets all users work in parallel until enough operations are acknowledged, and starts one mishap after the other. */
export async function runOperations(users: Worker[], operations: number, mishaps: Mishaps): Promise<void> {
  let done = 0;
  let happening: Promise<unknown> = Promise.resolve();
  const left = [...mishaps];
  const work = async (user: Worker) => {
    while (done < operations) {
      if (await user.step()) done += 1;
      const [after, happen] = left[0] ?? [Number.POSITIVE_INFINITY, async () => undefined];
      if (done < after * operations) continue;
      left.shift();
      happening = happening.then(happen);
      // All users stop when a mishap fails.
      happening.catch(() => {
        done = operations;
      });
    }
  };
  await Promise.all(users.map(work));
  await happening;
  expect(left).toEqual([]);
}
