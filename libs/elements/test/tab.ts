import { Flow } from '../src/flow/flow.js';
import type { Context, StateName } from '../src/flow/states.js';
import { Steps } from '../src/flow/steps.js';
import type { Facts } from '../src/parts/service.js';
import { Loader } from '../src/sign-in/loader.js';
import { Memory } from '../src/sign-in/page-events.js';
import { type ServiceModel, storageOf } from './service-model.js';

export const PAGE = 'https://auth.example.com/sign-in?next_url=https%3A%2F%2Fapp.example.com%2F&code_challenge=x';

/** One entry of the history of a tab. */
interface Entry {
  url: string;
  state: unknown;
  /** Entries of one document change without a load. */
  document: number;
}

/** A tab of a browser with the sign-in page in it, without a DOM: the storage, the history, and the flow. */
export class Tab {
  flow!: Flow;
  steps!: Steps;
  private readonly storage = new Map<string, string>();
  private readonly entries: Entry[] = [{ url: PAGE, state: null, document: 0 }];
  private index = 0;
  private onPop: (event: { state: unknown }) => void = () => undefined;

  constructor(private readonly model: ServiceModel) {}

  /** @param signedOut what the page before has said to the first screen */
  static async open(model: ServiceModel, { signedOut = '' } = {}): Promise<Tab> {
    const tab = new Tab(model);
    await tab.reload(signedOut);
    return tab;
  }

  get state(): StateName {
    return this.flow.name;
  }

  get context(): Context {
    return this.flow.context;
  }

  get url(): string {
    return this.entry.url;
  }

  /** How many steps of the back button lead to the first entry. */
  get stepsBack(): number {
    return this.index;
  }

  /** What the frame around the sign-in does when the user chooses a language. */
  chooseLanguage(locale: string): void {
    this.entry.url += `&locale=${locale}`;
    this.use();
  }

  /** Changes what a reload finds. */
  changeStorage(change: (kept: object) => object): void {
    for (const [key, kept] of this.storage) this.storage.set(key, JSON.stringify(change(JSON.parse(kept))));
  }

  /** Loads the page, as for the first time or again. */
  async reload(signedOut = ''): Promise<void> {
    this.use();
    const { service } = this.model;
    const memory = new Memory('sign-in', true);
    const given = new URL(this.entry.url).searchParams;
    const host = {
      ...{
        nextUrl: given.get('next_url') ?? '',
        codeChallenge: given.get('code_challenge') ?? '',
        acr: '',
        maxAge: '',
        resetUrl: '',
        baseUrl: 'https://auth.example.com',
        screen: '',
        loginHint: '',
        prompt: '',
        signedOut,
      },
      history: true,
      ...{ facts: undefined as unknown as Facts, wording: { locale: 'en' }, worded: Promise.resolve() },
    };
    const flow = new Flow((moved) => {
      if (!moved) return;
      memory.keep(flow.name, flow.context);
      if (flow.name === 'finishing') this.steps.handOver(() => undefined);
    });
    this.flow = flow;
    const loader = new Loader(service, flow, memory, host);
    this.steps = new Steps(service, flow, () => loader.request);
    memory.listen((name) => flow.go(name));
    await loader.load();
    await settled();
  }

  /** Comes back to the page from an email or a provider. */
  async arrive(arrival: 'link' | 'reset' | 'provider'): Promise<void> {
    const document = this.entry.document + 1;
    this.add({
      url: `${PAGE}&arrival=${arrival}&${arrival === 'provider' ? 'code' : 'token'}=c`,
      state: null,
      document,
    });
    await this.reload();
  }

  /** The back button; from the first entry, the user comes back by a reload. */
  async back(): Promise<void> {
    this.use();
    if (this.index === 0) return this.reload();
    const { document } = this.entry;
    this.index -= 1;
    if (this.entry.document !== document) return this.reload();
    this.onPop({ state: this.entry.state });
    await settled();
  }

  /** Does something as the user of this tab. */
  async act(work: (tab: this) => unknown): Promise<void> {
    this.use();
    await work(this);
    await settled();
  }

  private add(entry: Entry): void {
    this.entries.splice(this.index + 1, Number.POSITIVE_INFINITY, entry);
    this.index += 1;
  }

  private get entry(): Entry {
    return this.entries[this.index] as Entry;
  }

  /** Makes the globals of the browser those of this tab. */
  private use(): void {
    const { storage } = this;
    Object.assign(globalThis, {
      sessionStorage: storageOf(storage),
      localStorage: this.model.storage,
      location: { href: this.entry.url },
      history: this.history,
      addEventListener: (_type: string, listener: Tab['onPop']) => {
        this.onPop = listener;
      },
    });
  }

  private get history() {
    const tab = this;
    return {
      get state() {
        return tab.entry.state;
      },
      replaceState(state: unknown, _title: string, url?: URL) {
        Object.assign(tab.entry, { state, ...(url && { url: url.href }) });
        tab.use();
      },
      pushState(state: unknown) {
        tab.add({ ...tab.entry, state });
      },
    };
  }
}

/** After all steps that answers have set off. */
const settled = () => new Promise((done) => setImmediate(done));
