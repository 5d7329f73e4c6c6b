export const FAULTS: {
  what: string;
  specs: string[];
  database: 'mysql' | 'sqlite' | undefined;
  changes: { file: string; text: string; replacement: string }[];
}[];
