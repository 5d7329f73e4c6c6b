import { useSearchParams } from 'wouter';

export interface Query {
  get: (name: string) => string | undefined;
  /** Changes parameters of the address; undefined and '' remove one. */
  set: (changes: Record<string, string | undefined>, options?: { replace?: boolean }) => void;
  /** The whole text, as a key. */
  text: string;
}

/** The parameters of the address: filters, and the place in a list. */
export function useQuery(): Query {
  const [parameters, setParameters] = useSearchParams();
  return {
    get: (name) => parameters.get(name) ?? undefined,
    set: (changes, options) =>
      setParameters((before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        return after;
      }, options),
    text: parameters.toString(),
  };
}
