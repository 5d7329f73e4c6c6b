import { currentActor, onBehalfOf, onBehalfOfUser, type RequestActor } from './request-actor.js';

it('work on behalf of a user has the client of the request', async () => {
  const client = { ip: '192.0.2.1', userAgent: 'a browser', brands: '"Chromium";v="131"', languages: 'de' };
  const actor: RequestActor = { actor: 'anonymous', ...client };
  const inside = () => onBehalfOfUser('7', async () => currentActor());
  expect(await onBehalfOf(actor, inside)).toEqual({ actor: 'user:7', ...client });
});
