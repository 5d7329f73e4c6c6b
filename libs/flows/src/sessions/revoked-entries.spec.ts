import type { EventKey } from '@app/events';
import { toRevoked } from './revocations.service.js';

const event = (type: EventKey['type'], data: object = {}): EventKey =>
  ({ type, at: 100, uid: 'user', sessionId: null, data: JSON.stringify(data) }) as EventKey;

it('tokens of a deleted user and of a revoked API key or client are refused that were dated some seconds later', () => {
  expect(toRevoked([event('user.deleted')]).users).toEqual({ user: 102 });
  expect(toRevoked([event('api_key.revoked', { key_id: 'key' })]).keys).toEqual({ key: 102 });
  expect(toRevoked([event('client.deleted', { client_id: 'client', tokens: 'revoked' })]).clients).toEqual({
    client: 102,
  });
});

it('tokens of a disabled user and of a changed client are refused up to that time: later ones may be right', () => {
  expect(toRevoked([event('user.disabled')]).users).toEqual({ user: 100 });
  const change = event('client.changed', { client_id: 'client', tokens: 'revoked' });
  expect(toRevoked([change]).clients).toEqual({ client: 100 });
});
