/** What MySQL and PostgreSQL spell differently in statements that make rows in the server. */
const SPELT = {
  mysql: {
    hex: (value) => `LOWER(HEX(${value}))`,
    random: (below) => `FLOOR(RAND() * ${below})`,
    numbers: (count) => {
      const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');
      const places = Array.from({ length: String(count - 1).length }, (_, place) => `p${place}`);
      const sum = places.map((name, place) => `${10 ** place} * ${name}.d`).join(' + ');
      const all = `SELECT ${sum} AS i FROM ${places.map((name) => `(${digits}) ${name}`).join(', ')}`;
      return `(SELECT i FROM (${all}) every WHERE i < ${count}) numbers`;
    },
    analyze: (tables) => `ANALYZE TABLE ${tables}`,
  },
  postgres: {
    hex: (value) => `TO_HEX(${value})`,
    random: (below) => `FLOOR(RANDOM() * ${below})::bigint`,
    numbers: (count) => `generate_series(0::bigint, ${count - 1}) AS numbers(i)`,
    analyze: (tables) => `ANALYZE ${tables}`,
  },
};

/** What the server of a database spells differently, and what is made of it. */
export function sqlOf({ url }) {
  const spelt = SPELT[url.startsWith('postgres:') ? 'postgres' : 'mysql'];
  const hex = (value, length) => `LPAD(${spelt.hex(value)}, ${length}, '0')`;
  const random = (digits) => hex(spelt.random(16 ** digits), digits);
  return {
    /** A table of the numbers below a count, each as `i`. */
    numbers: spelt.numbers,
    analyze: spelt.analyze,
    hex,
    /** A UUID of version 7 for a time in milliseconds. */
    uuid: (ms) =>
      `CONCAT(${hex(`(${ms}) >> 16`, 8)}, '-', ${hex(`(${ms}) & 65535`, 4)}, '-7', ${random(3)}, '-8', ${random(3)}, '-', ${random(12)})`,
  };
}
