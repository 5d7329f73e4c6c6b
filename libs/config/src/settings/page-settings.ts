import { type Branding, readBranding } from '../branding.js';
import type { SettingsReader } from '../settings-reader.js';
import { parseAppUrl } from '../url-settings.js';

const BRANDING_FORM =
  'the path of a folder with theme.css, logo.svg, logo.png and texts/<language>.json: see docs/sign-in-pages.md';
const URL_FORM = 'an absolute http or https URL, or none (default none)';

/** The sign-in pages. */
export interface PageSettings {
  /** Whether the service has the pages `/sign-in`, `/reset-password` and `/account`. */
  on: boolean;
  /** The terms of the product; undefined for none. */
  termsUrl: string | undefined;
  /** What the product does with personal data; undefined for none. */
  privacyUrl: string | undefined;
  /** Their colors, logo and texts; undefined for those of the service. */
  branding: Branding | undefined;
}

/** The rules for new accounts, and the pages. */
export function readPageSettings(read: SettingsReader, { nodeEnv }: { nodeEnv: string }) {
  const on = read.oneOf('HOSTED_PAGES', ['on', 'off'], nodeEnv === 'production' ? 'off' : 'on') === 'on';
  const url = (name: 'TERMS_URL' | 'PRIVACY_URL') =>
    read.parsed<string | null>(name, URL_FORM, 'none', (text) => (text === 'none' ? null : parseAppUrl(text))) ??
    undefined;
  const pages: PageSettings = {
    on,
    termsUrl: url('TERMS_URL'),
    privacyUrl: url('PRIVACY_URL'),
    branding: readBrandingDir(read),
  };
  return { signUp: read.oneOf('SIGN_UP', ['open', 'off'], 'open') === 'open', pages };
}

function readBrandingDir(read: SettingsReader): Branding | undefined {
  const folder = read.text('BRANDING_DIR', BRANDING_FORM);
  if (folder === undefined) return undefined;
  return readBranding(folder, (wrong) => read.reject('BRANDING_DIR', wrong, BRANDING_FORM));
}
