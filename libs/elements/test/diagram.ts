import { ACTIONS, STATES, type StateName } from '../src/flow/states.js';

export const NAMES = Object.keys(STATES) as StateName[];

/** The states that follow a state, each with what leads there. */
export function edgesOf(name: StateName): Map<StateName, string[]> {
  const edges = new Map<StateName, string[]>();
  const add = (to: StateName, by: string) => edges.set(to, [...new Set([...(edges.get(to) ?? []), by])]);
  const { actions, ways } = STATES[name];
  for (const action of actions) {
    const { leads, orLeads = [], on, otherwise = '@form' } = ACTIONS[action];
    for (const to of [leads, ...orLeads]) add(to, action);
    for (const [code, outcome] of Object.entries(on)) if (!outcome.startsWith('@')) add(outcome as StateName, code);
    if (!otherwise.startsWith('@')) add(otherwise as StateName, 'any other error');
  }
  for (const way of ways) add(way, 'by choice');
  return edges;
}

/** Whether the drawing has what leads from one state to another. */
function isDrawn(from: StateName, to: StateName, by: string[]): boolean {
  if (to === from || from === 'failed' || (to === 'start' && from !== 'loading')) return false;
  return from === 'start' || !by.every((label) => /^MFA_(?:ENROLMENT_)?REQUIRED$/.test(label));
}

/** Codes that lead back to the start are many, and say what they are. */
const labelOf = (to: StateName, by: string[]) =>
  (to === 'start'
    ? [...by.filter((label) => label === label.toLowerCase() && !label.includes(' ')), 'an error']
    : by
  ).join(', ');

/**
 * The states and what leads from one to another, as Mermaid draws them. Left out is what the guide says in one sentence: ways back to
 * the start, repetitions, and the second step after other states than the start.
 */
export function diagram(): string {
  const lines = NAMES.flatMap((from) =>
    [...edgesOf(from)]
      .filter(([to, by]) => isDrawn(from, to, by))
      .map(([to, by]) => `  ${from} --> ${to}: ${labelOf(to, by)}`),
  );
  return ['stateDiagram-v2', '  [*] --> loading', ...lines, '  done --> [*]', ''].join('\n');
}
