import { SECRET, Service, type Settings } from './service.js';

/** A start waits for this database without a limit, so a refusal shows that the settings are checked first. */
const NOT_REACHED = 'mysql://root@127.0.0.1:1/auth';

/** The output of the service when these settings stop its start, without its log lines. */
export async function refusal(settings: Settings, dotenv?: string): Promise<string> {
  const usable = { DATABASE_URL: NOT_REACHED, AUTH_SECRET: SECRET, BASE_URL: 'http://localhost' };
  const service = await Service.launch({ ...usable, ...settings }, dotenv);
  try {
    expect(await service.exited()).toBe(1);
    expect(service.log).not.toMatch(/\n\s+at |\\n\s+at /);
    const lines = service.log.split('\n').filter((line) => !line.startsWith('{'));
    return lines.join('\n');
  } finally {
    await service.stop();
  }
}
