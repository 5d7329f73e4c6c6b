import { payloadOf } from './sender.js';

const EVENT = { id: 'e', type: 'user.created', at: 0, actor: 'system', uid: 'u', sessionId: null, ip: null };

it('a message has no address, no sentence and no nested facts of an event', () => {
  const data = {
    method: 'sign_up',
    left: 3,
    passkeys: true,
    fields: ['metadata', 'email'],
    email: 'ada@example.com',
    reason: 'Lost the phone; passport checked',
    names: ['ok', 'not ok'],
    nested: { a: 1 },
    none: null,
  };
  const { details } = JSON.parse(payloadOf({ ...EVENT, data: JSON.stringify(data) })).data;
  expect(details).toEqual({ method: 'sign_up', left: 3, passkeys: true, fields: ['metadata', 'email'] });
});

it.each([
  ['mfa.reset_asked', { reason: 'passport-checked', due_at: 7 }, { due_at: 7 }],
  ['user.impersonated', { reason: 'ticket:4711', expires_at: 7 }, { expires_at: 7 }],
  ['admin.token_created', { name: 'ada.lovelace', scopes: ['read'] }, { scopes: ['read'] }],
  ['session.revoked', { reason: 'administrator' }, { reason: 'administrator' }],
])('a message of the type %s has no text of an administrator, even one in the form of a word', (type, data, sent) => {
  expect(JSON.parse(payloadOf({ ...EVENT, type, data: JSON.stringify(data) })).data.details).toEqual(sent);
});
