import { ValidateBy, type ValidationOptions } from 'class-validator';

/** The most fields of one object in a list. Further ones are dropped. */
const MOST_FIELDS = 32;
const LIST = Symbol('LIST_OF_OBJECTS');

/** The field is a list of at most so many objects, whose values are texts, numbers, booleans, or lists of these. */
export function ListOfObjects(most: number, options: ValidationOptions): PropertyDecorator {
  const validate = (value: unknown) => Array.isArray(value) && value.length <= most && value.every(isObject);
  const rule = {
    name: 'isListOfObjects',
    validator: { validate, defaultMessage: () => `$property must be a list of at most ${most} objects` },
  };
  return (target, property) => {
    Reflect.defineMetadata(LIST, most, target, property);
    ValidateBy(rule, options)(target, String(property));
  };
}

/** The items of a `ListOfObjects`; undefined for any other field. One item too many stays, so that the list fails. */
export function objectsOf(dto: object, property: string, value: unknown, flatten: (value: unknown) => unknown) {
  const most: number | undefined = Reflect.getMetadata(LIST, dto, property);
  if (most === undefined || !Array.isArray(value)) return undefined;
  const flat = (item: unknown) => {
    if (!isObject(item)) return flatten(item);
    // The transformer would call a field with the name `constructor`.
    const own = Object.entries(item).filter(([name]) => !(name in Object.prototype));
    const fields = own.slice(0, MOST_FIELDS);
    return Object.fromEntries(fields.map(([name, content]) => [name, flatten(content)]));
  };
  return value.slice(0, most + 1).map(flat);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
