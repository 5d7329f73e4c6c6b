import { distance } from 'fastest-levenshtein';
import { readAll } from './settings/all-settings.js';
import { SettingsReader } from './settings-reader.js';

/** Shorter names resemble too many other variables of an environment. */
const SHORTEST_NAME = 6;
const MOST_EDITS = 2;

/** A variable that is no setting, and the setting whose name is nearly the same. */
export interface MisspeltSetting {
  variable: string;
  setting: string;
}

/**
 * Finds variables that were probably meant as settings: at most two letters differ from the name of a setting that is not
 * set.
 */
export function misspeltSettings(source: NodeJS.ProcessEnv): MisspeltSetting[] {
  const settings = allSettings();
  const others = Object.keys(source).filter((name) => !settings.has(name));
  return others.flatMap((variable) => {
    if (variable.length < SHORTEST_NAME) return [];
    const edits = (setting: string) => distance(variable.toUpperCase(), setting);
    const near = [...settings].filter((setting) => !source[setting] && edits(setting) <= MOST_EDITS);
    const [setting] = near.sort((one, other) => edits(one) - edits(other));
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

/** The names of all settings. */
export function allSettings(): ReadonlySet<string> {
  const read = new SettingsReader({});
  readAll(read);
  return new Set(read.found.keys());
}
