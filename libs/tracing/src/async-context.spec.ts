import { setTimeout as sleep } from 'node:timers/promises';
import { AsyncContext } from './tracing.js';

describe('a context', () => {
  it('is known to all calls inside it, and outside it to none', async () => {
    const context = new AsyncContext<string>();
    const deep = async () => {
      await sleep(1);
      return context.current;
    };
    const inside = context.run('a', deep);
    expect(context.current).toBeUndefined();
    expect(await inside).toBe('a');
    expect(await deep()).toBeUndefined();
  });

  it('keeps apart what runs at the same time, also when one is over before the other', async () => {
    const context = new AsyncContext<number>();
    const late = async () => {
      await sleep(20);
      return context.current;
    };
    const early = Array.from({ length: 10 }, (_none, index) => context.run(index, async () => context.current));
    const both = [context.run(100, late), context.run(200, late)];
    expect(await Promise.all(early)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await Promise.all(both)).toEqual([100, 200]);
  });

  it('is the innermost one, and then the outer one again', async () => {
    const context = new AsyncContext<string>();
    const seen = await context.run('outer', async () => {
      const inner = await context.run('inner', async () => context.current);
      return [inner, context.current];
    });
    expect(seen).toEqual(['inner', 'outer']);
  });

  it('is over when its work fails, and can be entered again', async () => {
    const context = new AsyncContext<string>();
    await expect(context.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(context.current).toBeUndefined();
    expect(await context.run('b', async () => context.current)).toBe('b');
  });

  it('tells what was left running in it nothing, once all is over', async () => {
    const context = new AsyncContext<string>();
    const left: Promise<string | undefined>[] = [];
    await context.run('a', async () => {
      left.push(sleep(5).then(() => context.current));
    });
    expect(await Promise.all(left)).toEqual([undefined]);
  });
});
