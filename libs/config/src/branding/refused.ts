/** Why a file of `BRANDING_DIR` cannot be used. */
export class Refused extends Error {}
