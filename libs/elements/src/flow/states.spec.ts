import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagram, edgesOf, NAMES } from '../../test/diagram.js';
import { en } from '../texts/en.js';
import { ACTIONS } from './actions.js';
import { type Action, STATES, type StateName } from './states.js';

const GUIDE = join(__dirname, '../../../../docs/sign-in-pages-design.md');

/** The states that one reaches from a state. */
function reachable(from: StateName): Set<StateName> {
  const found = new Set([from]);
  for (const name of found) for (const to of edgesOf(name).keys()) found.add(to);
  return found;
}

it('every state follows from the first one, and leads to the end', () => {
  expect([...reachable('loading')].sort()).toEqual([...NAMES].sort());
  expect(NAMES.filter((name) => !reachable(name).has('done'))).toEqual([]);
});

it('every state that waits for the user has a way back to the start', () => {
  const waiting = NAMES.filter((name) => !STATES[name].busy && name !== 'recovery_codes');
  const leadsBack = (name: StateName): boolean =>
    STATES[name].actions.some((action) => ACTIONS[action].leads === 'start') ||
    STATES[name].ways.some((way) => way === 'start' || (way !== 'finishing' && leadsBack(way)));
  expect(waiting.filter((name) => name !== 'start' && !leadsBack(name))).toEqual([]);
});

it('every action belongs to a state', () => {
  const used = new Set(NAMES.flatMap((name) => STATES[name].actions));
  expect((Object.keys(ACTIONS) as Action[]).filter((action) => !used.has(action))).toEqual([]);
});

it('every code with a message has a text of its own', () => {
  const shown = Object.values(ACTIONS).flatMap(({ on }) =>
    Object.entries(on).filter(([, to]) => to.startsWith('@') || !STATES[to as StateName].explains),
  );
  const steps = ['MFA_ENROLMENT_REQUIRED', 'INVALID_METADATA', 'INVALID_REFRESH_TOKEN', 'MFA_NOT_ENABLED'];
  const codes = shown.map(([code]) => code).filter((code) => !steps.includes(code) && !Object.hasOwn(en, code));
  expect(codes).toEqual([]);
});

it('the guide has the drawing of the states', () => {
  const drawings = [...readFileSync(GUIDE, 'utf8').matchAll(/```mermaid\n(stateDiagram.*?)```/gs)];
  expect(drawings.map(([, drawing]) => drawing)).toEqual([diagram()]);
});
