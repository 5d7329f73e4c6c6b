import { setTimeout as sleep } from 'node:timers/promises';
import { Scope } from './scope.js';

describe('a scope', () => {
  it('is known to all that is called in it, and to nobody else', async () => {
    const scope = new Scope<string>();
    const deep = async () => {
      await sleep(1);
      return scope.current;
    };
    const inside = scope.run('a', deep);
    expect(scope.current).toBeUndefined();
    expect(await inside).toBe('a');
    expect(await deep()).toBeUndefined();
  });

  it('keeps apart what runs at the same time, also when one is over before the other', async () => {
    const scope = new Scope<number>();
    const late = async () => {
      await sleep(20);
      return scope.current;
    };
    const early = Array.from({ length: 10 }, (_none, index) => scope.run(index, async () => scope.current));
    const both = [scope.run(100, late), scope.run(200, late)];
    expect(await Promise.all(early)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await Promise.all(both)).toEqual([100, 200]);
  });

  it('is the innermost one, and then the outer one again', async () => {
    const scope = new Scope<string>();
    const seen = await scope.run('outer', async () => {
      const inner = await scope.run('inner', async () => scope.current);
      return [inner, scope.current];
    });
    expect(seen).toEqual(['inner', 'outer']);
  });

  it('is over when its work fails, and can be entered again', async () => {
    const scope = new Scope<string>();
    await expect(scope.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(scope.current).toBeUndefined();
    expect(await scope.run('b', async () => scope.current)).toBe('b');
  });

  it('tells what was left running in it nothing, once all is over', async () => {
    const scope = new Scope<string>();
    const left: Promise<string | undefined>[] = [];
    await scope.run('a', async () => {
      left.push(sleep(5).then(() => scope.current));
    });
    expect(await Promise.all(left)).toEqual([undefined]);
  });
});
