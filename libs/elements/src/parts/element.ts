import type { LatchkeyClient } from '@latchkey/client';
import { LitElement, type PropertyDeclarations, type PropertyValues } from 'lit';
import { ENGLISH, type OwnTexts, SIGN_IN_TEXTS, type TextSet, type Wording, wordingFor } from '../texts/texts.js';
import { clientFor, type Facts, type Service, serviceOf } from './service.js';
import { contentStyles, formStyles, styles } from './styles.js';

/** What all elements have: the service, and texts in the language of the user. */
export abstract class LatchkeyElement extends LitElement {
  static override styles = [styles, contentStyles, formStyles];
  static override properties: PropertyDeclarations = {
    baseUrl: { attribute: 'base-url' },
    sessions: {},
    locale: {},
    client: { attribute: false },
    ownTexts: { attribute: false },
    wording: { state: true },
  };

  /** The `BASE_URL` of the service. */
  declare baseUrl: string;
  /** Where the client of this element keeps its session. Default: `cookie`. */
  declare sessions: 'token' | 'cookie' | 'pages';
  /** The language, a tag such as `de`. Default: those of the browser. */
  declare locale: string;
  /** The client of the page; without one, the element creates its own. */
  declare client: LatchkeyClient | undefined;
  /** Texts of the product that replace some of ours. */
  declare ownTexts: OwnTexts | undefined;
  declare wording: Wording;
  /** Resolves when the texts are there. */
  worded: Promise<void> = Promise.resolve();

  private screenSaid = '';
  private problemShown: object | undefined;

  protected readonly textSets: TextSet[] = [SIGN_IN_TEXTS];

  constructor() {
    super();
    this.baseUrl = '';
    this.sessions = 'cookie';
    this.locale = '';
    this.wording = ENGLISH;
  }

  get service(): Service {
    return serviceOf(this.client ?? clientFor(this.baseUrl || location.origin, this.sessions));
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('locale') || changed.has('ownTexts')) this.worded = this.loadWording();
    this.dir = this.wording.dir;
    this.lang = this.wording.locale;
  }

  /** An event that leaves the shadow tree. */
  protected announce(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected focusOn(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  /** Says which screen is shown, so that a page can keep its title and its language in step. */
  protected announceScreen(state: string, facts: Facts | undefined): void {
    const { locale, dir } = this.wording;
    const title = this.renderRoot.querySelector('h1')?.textContent ?? '';
    if (!title) return;
    const { app_name: appName = '', locales = [] }: Partial<Facts> = facts ?? {};
    const detail = { state, title, appName, locale, dir, locales, language: this.wording.text('language') };
    const text = JSON.stringify(detail);
    if (text !== this.screenSaid) this.announce('latchkey-screen', detail);
    this.screenSaid = text;
  }

  /** Leads to a new message: the focus to its field, or the message above the form into view. */
  protected showProblem(problem: { place: string } | undefined): void {
    if (problem === this.problemShown) return;
    this.problemShown = problem;
    if (!problem) return;
    if (problem.place !== 'form') this.focusOn(`#${problem.place}`);
    else this.renderRoot.querySelector('.alert')?.scrollIntoView({ block: 'nearest' });
  }

  /** Moves the focus to the first empty field, or to the title. */
  protected focusFirst(): void {
    const inputs = [...this.renderRoot.querySelectorAll('input')];
    const first = inputs.find(({ value }) => value === '') ?? inputs[0];
    if (first) first.focus();
    else this.focusOn('h1');
  }

  private async loadWording(): Promise<void> {
    const wanted = [this.locale, ...navigator.languages].filter((tag) => tag !== '');
    this.wording = await wordingFor(this.textSets, wanted, this.ownTexts).catch(() => ENGLISH);
  }
}
