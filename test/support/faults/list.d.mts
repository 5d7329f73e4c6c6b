export const FAULTS: [
  what: string,
  file: string,
  text: string,
  replacement: string,
  specs: string[],
  database?: 'mysql' | 'sqlite',
  second?: string[],
][];
