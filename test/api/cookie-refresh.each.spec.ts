import { cookieOf, cookieUser, PAGE, refreshByCookie } from '../support/http/clients.js';
import { type Answer, countOutcomes, readToken } from '../support/http/http.js';
import { useApp } from '../support/service/app.js';
import type { Service } from '../support/service/service.js';

const TOGETHER = 50;
const ROUNDS = 10;
const app = useApp({ APP_URL: PAGE });

/** Another process on the same database. */
let second: Service;
beforeAll(async () => {
  second = await app.replica();
});

const sessionOf = async (uid: string) =>
  app.sql(
    'SELECT generation FROM sessions WHERE uid = ? AND ended_at IS NULL ORDER BY created_at DESC, generation DESC',
    [uid],
  );
const generationsIn = (answers: Answer[]) =>
  new Set(answers.map((answer) => readToken(cookieOf(answer)?.value ?? '').claims.gen));

it.each([
  ['one process', () => [app.service]],
  ['two processes', () => [app.service, second]],
])(
  '50 tabs that refresh one cookie at once at %s all get tokens of one session, ten times',
  async (_title, processes) => {
    const { uid, cookie: first } = await cookieUser(app);
    const services = processes();
    let cookie = first;
    for (let round = 1; round <= ROUNDS; round++) {
      const answers = await Promise.all(
        Array.from({ length: TOGETHER }, (_, tab) =>
          refreshByCookie({ service: services[tab % services.length] as Service }, cookie),
        ),
      );
      expect(countOutcomes(answers)).toEqual({ 200: TOGETHER });
      expect(generationsIn(answers)).toEqual(new Set([round]));
      // The browser keeps the cookie of one of the answers.
      cookie = cookieOf(answers[round % TOGETHER] as Answer)?.pair ?? '';
    }
    // The user has signed up without a cookie before.
    expect(await sessionOf(uid)).toEqual([{ generation: ROUNDS }, { generation: 0 }]);
  },
);

it('tabs at two processes that each refresh the cookie of the answer before all stay signed in', async () => {
  const { uid, cookie } = await cookieUser(app);
  /** A tab, whose requests overtake those of the others. */
  const tab = async (service: Service): Promise<Answer[]> => {
    const answers: Answer[] = [];
    for (let own = cookie; answers.length < 10; own = cookieOf(answers.at(-1) as Answer)?.pair ?? '')
      answers.push(await refreshByCookie({ service }, own));
    return answers;
  };
  const answers = (await Promise.all([app.service, second, app.service, second].map(tab))).flat();
  expect(countOutcomes(answers)).toEqual({ 200: 40 });
  expect(await sessionOf(uid)).toHaveLength(2);
});
