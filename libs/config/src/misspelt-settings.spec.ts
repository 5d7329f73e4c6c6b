import { misspeltSettings } from './load-env.js';

it.each([
  ['AUTH_SECERT', 'AUTH_SECRET'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['SMTPURL', 'SMTP_URL'],
  ['base_url', 'BASE_URL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
])('the variable %s is reported as a misspelt %s', (variable, setting) => {
  expect(misspeltSettings({ [variable]: 'x' })).toEqual([{ variable, setting }]);
});

it.each([
  ['PATH'],
  ['HOSTNAME'],
  ['HOME'],
  ['LANG'],
  ['NODE_OPTIONS'],
  ['npm_config_cache'],
  ['POSTGRES_URL'],
  ['POST'],
])('the variable %s is not reported as a misspelt setting', (variable) => {
  expect(misspeltSettings({ [variable]: 'x' })).toEqual([]);
});

it('a setting itself, and a variable whose setting is set, are not reported', () => {
  expect(misspeltSettings({ AUTH_SECRET: 'x', AUTH_SECRETS: 'x' })).toEqual([]);
});
