import { StoredConsoleSessions } from '@app/admin';
import { StoredApiKeys } from '@app/clients';
import type { PersonalData } from '@app/database';
import { StoredEvents } from '@app/events';
import { StoredFactorData } from '@app/factors';
import { StoredIdentityData } from '@app/federation';
import { EmailQueries } from '@app/mail';
import { StoredTokenData } from '@app/tokens';
import { StoredUserData } from '@app/users';
import { StoredDeliveries } from '@app/webhooks';
import type { FactoryProvider } from '@nestjs/common';

/** The libraries that store data about persons. A library with such a table adds its `PersonalData` here. */
const LIBRARIES = [
  StoredUserData,
  StoredTokenData,
  StoredFactorData,
  StoredIdentityData,
  EmailQueries,
  StoredEvents,
  StoredDeliveries,
  StoredConsoleSessions,
  StoredApiKeys,
];

export const PERSONAL_DATA = Symbol('PERSONAL_DATA');

export const personalData: FactoryProvider<PersonalData[]> = {
  provide: PERSONAL_DATA,
  inject: LIBRARIES,
  useFactory: (...libraries: PersonalData[]) => libraries,
};
