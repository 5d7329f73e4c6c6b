import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { SETTINGS } from './settings.js';

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
  const settings = new Set(Object.keys(SETTINGS));
  const others = Object.keys(source).filter((name) => !settings.has(name));
  return others.flatMap((variable) => {
    if (variable.length < SHORTEST_NAME) return [];
    const edits = (setting: string) => distance(variable.toUpperCase(), setting);
    const near = [...settings].filter((setting) => !source[setting] && edits(setting) <= MOST_EDITS);
    const [setting] = near.sort((one, other) => edits(one) - edits(other));
    return setting === undefined ? [] : [{ variable, setting }];
  });
}

/** Texts of settings by their names, and all other variables. */
export type Source = NodeJS.ProcessEnv;

/** Variables of the environment and of `.env` that were probably meant as settings. */
export function findMisspeltSettings(environment: Source = process.env): MisspeltSetting[] {
  return misspeltSettings(sourceOf(environment));
}

/** The variables of OpenTelemetry, also those that are no settings of the service. */
export function openTelemetryVariables(environment: Source = process.env): Source {
  return Object.fromEntries(Object.entries(sourceOf(environment)).filter(([name]) => name.startsWith('OTEL_')));
}

/** The environment, then the file `.env` of the working folder. An empty value counts as not set. */
export function sourceOf(environment: Source): Source {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...defined(fromFile), ...defined(environment) };
}

export function defined(source: Source): Source {
  const entries = Object.entries(source).map(([variable, value]) => [variable, value?.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}
