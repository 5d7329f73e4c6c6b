import type { AdminSchemas } from '@latchkey/client/admin';

export type User = AdminSchemas['AdminUserView'];
export type EventRow = AdminSchemas['EventView'];
export type EmailMessage = AdminSchemas['MessageView'];
export type Webhook = AdminSchemas['WebhookView'];
export type Delivery = AdminSchemas['DeliveryView'];
export type Provider = AdminSchemas['ProviderView'];
export type Token = AdminSchemas['TokenView'];
export type Taken = AdminSchemas['TakenView'];
export type Key = AdminSchemas['KeyView'];
export type Client = AdminSchemas['ClientView'];
export type ClientSecret = AdminSchemas['ClientSecretView'];
export type ApiKey = AdminSchemas['OwnedApiKeyView'];
export type UserSession = AdminSchemas['AdminSessionView'];
export type Factors = AdminSchemas['AdminFactorsView'];
export type Identity = AdminSchemas['AdminIdentityView'];
export type Check = AdminSchemas['CheckView'];
export type Checks = AdminSchemas['CheckList'];
export type Setting = AdminSchemas['SettingView'];
export type Templates = AdminSchemas['TemplateList'];
export type FileImportResult = AdminSchemas['FileImportResult'];
export type FilePreview = AdminSchemas['FilePreview'];
export type ImportRow = AdminSchemas['ImportView'];
export type ImportResult = AdminSchemas['ImportResult'];

export const SCOPES = ['read', 'write', 'export', 'providers', 'webhooks', 'impersonate', 'admins', 'clients'] as const;
export type Scope = (typeof SCOPES)[number];

export interface ConsoleSession extends Omit<AdminSchemas['ConsoleSessionView'], 'scopes' | 'features'> {
  scopes: Scope[];
  /** What the service is configured for. */
  features: { mail: boolean; impersonation?: boolean };
}
