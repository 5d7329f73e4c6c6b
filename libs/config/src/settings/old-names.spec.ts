import { allSettings } from '../misspelt-settings.js';
import { OLD_NAMES, oldNamesIn, withNewNames } from './old-names.js';

it('each old name leads to a setting, and is none itself', () => {
  const settings = allSettings();
  for (const [old, name] of Object.entries(OLD_NAMES))
    expect([settings.has(old), settings.has(name)]).toEqual([false, true]);
});

it('the value of an old name becomes that of the new name', () => {
  const source = { RATE_LIMIT_LETTERS: '7', PORT: '80' };
  expect(withNewNames(source)).toEqual({ RATE_LIMIT_EMAILS: '7', PORT: '80' });
  expect(oldNamesIn(source)).toEqual([{ variable: 'RATE_LIMIT_LETTERS', setting: 'RATE_LIMIT_EMAILS' }]);
});

it.each([
  { RATE_LIMIT_EMAILS: '8', RATE_LIMIT_LETTERS: '7' },
  { RATE_LIMIT_LETTERS: '7', RATE_LIMIT_EMAILS: '8' },
])('of %j the new name counts', (source) => {
  expect(withNewNames(source)).toEqual({ RATE_LIMIT_EMAILS: '8' });
});

it('no old name is reported where only new ones are set', () => {
  expect(oldNamesIn({ RATE_LIMIT_EMAILS: '8', RATE_LIMIT_MAILBOX_EMAILS: '9' })).toEqual([]);
});
