import { ValidateBy, type ValidationOptions } from 'class-validator';

const MOST_LEVELS = 4;
const MOST_CHARACTERS = 16 * 1024;
/** More than any small object has, and few enough to count quickly. */
const MOST_VALUES = 256;

const fields = new WeakMap<object, string[]>();

/**
 * The field is a JSON object of a foreign standard, which the service reads itself: of at most four levels, with names and
 * texts of at most 16 KiB in all. The pipe keeps such an object as it is. It empties the objects in all other fields.
 * @param options see `failsWith()`
 */
export function BoundedObject(options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'object' && value !== null;
  const rule = {
    name: 'isBoundedObject',
    validator: { validate, defaultMessage: () => '$property must be a small object' },
  };
  return (prototype, property) => {
    fields.set(prototype, [...(fields.get(prototype) ?? []), String(property)]);
    ValidateBy(rule, options)(prototype, property);
  };
}

/** The names of the fields of a DTO, also inherited ones, that are bounded objects. */
export function boundedObjectsOf(dto: object): string[] {
  const names: string[] = [];
  for (let prototype = Object.getPrototypeOf(dto); prototype; prototype = Object.getPrototypeOf(prototype))
    names.push(...(fields.get(prototype) ?? []));
  return names;
}

/** Whether a value is an object within the bounds. Reads no more of it than that. */
export function isBounded(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const open: { value: unknown; level: number }[] = [{ value, level: 1 }];
  let [characters, values] = [0, 0];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: found, level } = next;
    values += 1;
    if (typeof found === 'string') characters += found.length;
    else if (typeof found === 'object' && found !== null) {
      const entries = Object.entries(found);
      if (level > MOST_LEVELS || values + entries.length > MOST_VALUES) return false;
      for (const [name, item] of entries) {
        characters += name.length;
        open.push({ value: item, level: level + 1 });
      }
    }
    if (characters > MOST_CHARACTERS || values > MOST_VALUES) return false;
  }
  return true;
}
