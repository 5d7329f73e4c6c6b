import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type MisspeltSetting, misspeltSettings } from './misspelt-settings.js';

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
