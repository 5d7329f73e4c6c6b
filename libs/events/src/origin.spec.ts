import { currentOrigin, type Origin, onBehalfOf, onBehalfOfUser } from './origin.js';

it('work on behalf of a user has the client of the request', async () => {
  const client = { ip: '192.0.2.1', userAgent: 'a browser', brands: '"Chromium";v="131"', languages: 'de' };
  const origin: Origin = { actor: 'anonymous', ...client };
  const inside = () => onBehalfOfUser('7', async () => currentOrigin());
  expect(await onBehalfOf(origin, inside)).toEqual({ actor: 'user:7', ...client });
});
