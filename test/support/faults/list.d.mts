export const FAULTS: {
  what: string;
  specs: string[];
  database: 'mysql' | 'postgres' | 'sqlite' | undefined;
  changes: { file: string; text: string; replacement: string }[];
}[];
