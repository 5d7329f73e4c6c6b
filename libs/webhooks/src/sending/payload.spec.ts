import { payloadOf } from './payload.js';

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
