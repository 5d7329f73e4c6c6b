import type { TemplateResult } from 'lit';
import { FACTS } from '../../test/service-model.js';
import { type Action, type Context, STATES, type StateName } from '../flow/states.js';
import { ENGLISH } from '../texts/texts.js';
import { FURTHER } from './further.js';
import type { View } from './screen.js';
import { SCREENS } from './screens.js';

const NAMES = Object.keys(STATES) as StateName[];
const CONTEXT: Context = {
  email: 'ada@example.com',
  sentTo: 'ada@example.com',
  uid: 'ada',
  account: { uid: 'ada', email: 'ada@example.com' },
  mfaToken: 'token',
  methods: ['totp', 'passkey', 'recovery_code'],
  codeToken: 'token',
  proofs: ['passkey', 'totp', 'password', 'email_code', 'recovery_code'],
  pendingToken: 'token',
  recoveryCodes: ['A-1'],
  app: { factorId: 'f', secret: 'S', qr: { size: 1, path: '' } },
};

const PROOFS = ['passkey', 'totp', 'password', 'email_code', 'recovery_code'];

/** What the methods of the steps do. */
const ACTION_OF: Record<string, Action> = {
  signIn: 'sign_in',
  signUp: 'sign_up',
  requestReset: 'reset',
  setPassword: 'set_password',
  requestLink: 'ask_link',
  requestCode: 'ask_code',
  useCode: 'use_code',
  usePasskey: 'use_passkey',
  leaveFor: 'leave_for_provider',
  requestConfirmation: 'ask_confirmation',
  confirm: 'confirm',
  verify: 'verify_code',
  verifyPasskey: 'verify_passkey',
  addApp: 'add_app',
  confirmApp: 'confirm_app',
  addPasskey: 'add_passkey',
  prove: 'prove',
  signOut: 'sign_out',
  reauthenticate: 'reauthenticate',
  reauthenticateByPasskey: 'reauthenticate_passkey',
  requestProofCode: 'ask_reauthentication',
};

/** What a screen offers: the steps, other states, and fields. */
class Offered {
  readonly actions = new Set<Action>();
  readonly ways = new Set<StateName>();
  readonly fields = new Set<string>();

  constructor(
    private readonly name: StateName,
    ...more: Context[]
  ) {
    for (const each of more) this.readWith({ ...CONTEXT, ...each });
  }

  private readWith(context: Context): void {
    const show = { ...SCREENS, ...FURTHER }[this.name];
    this.read(show(this.view(context)));
  }

  private view(context: Context): View {
    const record = (method: string) => (_email: unknown, _signUp: unknown, action?: Action) =>
      this.actions.add(action ?? (ACTION_OF[method] as Action));
    const view: Partial<View> = {
      wording: ENGLISH,
      facts: FACTS,
      flow: { running: undefined } as View['flow'],
      nextUrl: 'https://app.example.com/',
      context,
      problem: undefined,
      steps: new Proxy({}, { get: (_steps, method) => record(String(method)) }) as View['steps'],
      isRunning: () => false,
      go: (to) => this.ways.add(to),
      load: () => this.actions.add('load'),
      signInHere: () =>
        this.name === 'link_elsewhere' && context.link ? this.actions.add('use_link') : this.ways.add('start'),
      useRecoveryCode: () => undefined,
      chooseProof: () => undefined,
      codesSaved: () => this.ways.add('finishing'),
    };
    return view as View;
  }

  /** Reads the fields of a template, and presses its buttons. */
  private read(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value) this.read(each);
      return;
    }
    const { strings, values } = (value ?? {}) as Partial<TemplateResult>;
    for (const [index, each] of (values ?? []).entries()) {
      const before = strings?.[index] ?? '';
      if (/@(?:click|submit)=$/.test(before)) (each as (event: object) => void)(EVENT);
      else if (/\sid=$/.test(before)) this.fields.add(String(each));
      else this.read(each);
    }
  }
}

const ELEMENT = {
  previousElementSibling: {},
  setAttribute: () => undefined,
  querySelectorAll: () => [],
  closest: () => null,
};
const EVENT = { preventDefault: () => undefined, currentTarget: ELEMENT, target: ELEMENT, submitter: null };

beforeAll(() => {
  // Node 20 has none.
  globalThis.navigator ??= {} as Navigator;
});

it.each(NAMES.filter((name) => !['loading', 'finishing'].includes(name)))('%s offers what its state says', (name) => {
  const { actions, ways, fields = [] } = STATES[name];
  const link = { email: 'ada@example.com', askedAt: 1, browser: 'Firefox' };
  const offered = new Offered(name, ...PROOFS.map((proof) => ({ proof })), { link });
  expect([...offered.actions].sort()).toEqual([...actions].sort());
  expect([...offered.ways].sort()).toEqual([...ways].sort());
  expect([...offered.fields].sort()).toEqual([...fields].sort());
});

it.each([
  ['the app', ['totp', 'recovery_code'], ['code'], ['verify_code']],
  ['a passkey before recovery codes', ['passkey', 'recovery_code'], [], ['verify_passkey']],
  ['recovery codes, if nothing else is left', ['recovery_code'], ['code'], ['verify_code']],
] as const)('the second step asks for %s', (_title, methods, fields, actions) => {
  const offered = new Offered('second_step', { methods: [...methods] });
  expect([[...offered.fields], [...offered.actions]]).toEqual([fields, actions]);
});

it('an address that the provider has named cannot be changed, since the code goes there', () => {
  const { fields, actions } = new Offered('confirm', { pendingEmail: 'ada@example.com' });
  expect([[...fields], [...actions]]).toEqual([[], ['ask_confirmation']]);
});
