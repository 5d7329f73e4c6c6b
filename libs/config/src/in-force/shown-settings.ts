/**
 * How an administrator sees a setting: its text; the protocol and the host of a URL; the location of a database; or, of a
 * secret, only whether it is set.
 */
export type Shown = 'text' | 'url' | 'database' | 'secret';

/**
 * The settings with a free text. A number, or one of a few words, is no secret and has no entry. A setting that is missing here
 * counts as a secret, such as the variables that `PROVIDERS_FILE` names.
 */
export const SHOWN: Record<string, Shown> = {
  HOST: 'text',
  BASE_URL: 'text',
  APP_URL: 'text',
  APP_NAME: 'text',
  BRANDING_DIR: 'text',
  TERMS_URL: 'text',
  PRIVACY_URL: 'text',
  REDIRECT_ALLOWLIST: 'text',
  DATABASE_URL: 'database',
  AUTH_SECRET: 'secret',
  AUTH_SECRET_PREVIOUS: 'secret',
  ADMIN_TOKEN: 'secret',
  ACCESS_TOKEN_AUDIENCE: 'text',
  API_KEY_SCOPES: 'text',
  API_KEY_AUDIENCES: 'text',
  PASSKEY_RP_ID: 'text',
  PASSKEY_ORIGINS: 'text',
  PROVIDERS_FILE: 'text',
  SMTP_URL: 'url',
  MAIL_FROM: 'text',
  MAIL_TEMPLATES_DIR: 'text',
  MAIL_LOCALE: 'text',
  PASSWORD_BREACH: 'url',
  MIGRATION_URL: 'url',
  MIGRATION_SECRET: 'secret',
  REDIS_URL: 'url',
  CORS_ORIGINS: 'text',
  COOKIE_ORIGINS: 'text',
  METRICS_PORT: 'text',
  TRUST_PROXY: 'text',
  WEBHOOK_NETWORKS: 'text',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'url',
  OTEL_TRACES_SAMPLER_ARG: 'text',
};
