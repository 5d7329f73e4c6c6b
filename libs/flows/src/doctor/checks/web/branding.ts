import { weakContrasts } from '@app/config';
import { type Check, ok, warn } from '../check.js';

/** Checks that people can read the texts of the pages and the emails in the colors of `BRANDING_DIR` (WCAG 2.2, 1.4.3). */
export const branding: Check = {
  name: 'branding',
  settings: ['BRANDING_DIR'],
  run: async ({ env: { pages } }) => {
    if (!pages.branding) return ok('pages and emails have the colors and texts of the service');
    const { theme, logo, emailLogo, texts } = pages.branding;
    const findings = (theme ? weakContrasts(theme) : []).flatMap(({ scheme, text, behind, ratio }) => {
      const pair = `theme.css, ${scheme}: --lk-${text} on --lk-${behind}`;
      return ratio === undefined
        ? warn(
            `${pair} has a contrast that cannot be computed`,
            'write both as opaque colors, such as #1d4ed8 or oklch(…)',
          )
        : warn(`${pair} has a contrast of ${ratio} to 1`, 'choose colors with at least 4.5 to 1');
    });
    const inEmails = emailLogo ? 'logo.png' : logo && 'no logo.png, so emails have the name of the product';
    const has = [
      theme && 'theme.css',
      logo && 'logo.svg',
      inEmails,
      ...[...texts.keys()].map((tag) => `texts/${tag}.json`),
    ];
    return findings.length > 0 ? findings : ok(`BRANDING_DIR has ${has.filter(Boolean).join(', ') || 'no files'}`);
  },
};
