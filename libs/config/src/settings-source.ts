import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type MisspeltSetting, misspeltSettings } from './misspelt-settings.js';
import { type OldName, oldNamesIn, withNewNames } from './settings/old-names.js';

/** Texts of settings by their names, and all other variables. */
export type Source = NodeJS.ProcessEnv;

/** Variables of the environment and of `.env` with the old name of a setting. */
export function findOldNames(environment: Source = process.env): OldName[] {
  return oldNamesIn(givenIn(environment));
}

/** Variables of the environment and of `.env` that were probably meant as settings. */
export function findMisspeltSettings(environment: Source = process.env): MisspeltSetting[] {
  return misspeltSettings(sourceOf(environment));
}

/** The variables of OpenTelemetry, also those that are no settings of the service. */
export function openTelemetryVariables(environment: Source = process.env): Source {
  return Object.fromEntries(Object.entries(givenIn(environment)).filter(([name]) => name.startsWith('OTEL_')));
}

/** What is given, by the new names of the settings. */
export function sourceOf(environment: Source): Source {
  return withNewNames(givenIn(environment));
}

/** The environment, then the file `.env` of the working folder. An empty value counts as not set. */
function givenIn(environment: Source): Source {
  const file = resolve('.env');
  const fromFile = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...defined(fromFile), ...defined(environment) };
}

export function defined(source: Source): Source {
  const entries = Object.entries(source).map(([variable, value]) => [variable, value?.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}
