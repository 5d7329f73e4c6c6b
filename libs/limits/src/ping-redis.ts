import { Redis } from 'ioredis';

const TIMEOUT_MS = 3_000;

/** Resolves when a Redis answers; rejects with the reason otherwise. */
export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    // A refused connection only rejects with "Connection is closed"; the event has the reason.
    throw reason ?? error;
  } finally {
    // A connection that has ended already would leave a timer of two seconds.
    if (redis.status !== 'end') redis.disconnect();
  }
}
