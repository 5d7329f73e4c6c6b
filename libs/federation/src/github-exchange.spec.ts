import type { Env } from '@app/config';
import { GithubExchange } from './github.js';
import type { Provider } from './provider.entity.js';
import type { ProviderHttp } from './provider-http.js';

it.each([
  ['https://github.com', 'https://api.github.com/meta'],
  ['https://github.com/', 'https://api.github.com/meta'],
  ['https://github.example.com', 'https://github.example.com/api/v3/meta'],
  ['https://github.example.com/', 'https://github.example.com/api/v3/meta'],
])('GithubExchange.test() of the web address %s asks %s', async (issuer, url) => {
  const send = jest.fn(async () => new Response(null, { headers: { date: 'today' } }));
  const exchange = new GithubExchange({ production: true } as Env, { send } as unknown as ProviderHttp);
  expect(await exchange.test({ issuer } as Provider)).toBe('today');
  expect(send).toHaveBeenCalledWith(url, { method: 'GET' });
});
