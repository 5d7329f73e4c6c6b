import { Accounts1763700000001 } from './1763700000001-accounts.js';
import { LinksAndMail1763800000002 } from './1763800000002-links-and-mail.js';
import { Administration1763900000003 } from './1763900000003-administration.js';
import { RepairSignIns1764000000004 } from './1764000000004-repair-sign-ins.js';
import { ProofOfAddresses1764000000005 } from './1764000000005-proof-of-addresses.js';
import { SignInAddresses1764000000006 } from './1764000000006-sign-in-addresses.js';
import { HashSteps1764000000007 } from './1764000000007-hash-steps.js';
import { Factors1764000000008 } from './1764000000008-factors.js';
import { Federation1764000000009 } from './1764000000009-federation.js';
import { Claims1764000000010 } from './1764000000010-claims.js';
import { Webhooks1764000000011 } from './1764000000011-webhooks.js';
import { Impersonation1764000000012 } from './1764000000012-impersonation.js';
import { Console1764000000013 } from './1764000000013-console.js';
import { DeliveryStatus1764000000016 } from './1764000000016-delivery-status.js';
import { UserStates1764000000017 } from './1764000000017-user-states.js';
import { AccessRules1764000000018 } from './1764000000018-access-rules.js';
import { ClaimedAddresses1764000000019 } from './1764000000019-claimed-addresses.js';
import { AdministratorIndex1764000000021 } from './1764000000021-administrator-index.js';
import { SignInsUnderWay1764000000022 } from './1764000000022-sign-ins-under-way.js';
import { CookieSessions1764000000023 } from './1764000000023-cookie-sessions.js';
import { Machines1764000000024 } from './1764000000024-machines.js';
import { Devices1764000000025 } from './1764000000025-devices.js';
import { UserFilters1764000000026 } from './1764000000026-user-filters.js';
import { NoticedDevices1764000000027 } from './1764000000027-noticed-devices.js';
import { LinkMakers1764000000028 } from './1764000000028-link-makers.js';
import { SessionsInSessions1764000000029 } from './1764000000029-sessions-in-sessions.js';
import { BegunApps1764000000032 } from './1764000000032-begun-apps.js';

/** All migrations, oldest first; the missing numbers were never released. One that has landed is never edited: migrations.spec.ts has the checksum of each. */
export const MIGRATIONS = [
  Accounts1763700000001,
  LinksAndMail1763800000002,
  Administration1763900000003,
  RepairSignIns1764000000004,
  ProofOfAddresses1764000000005,
  SignInAddresses1764000000006,
  HashSteps1764000000007,
  Factors1764000000008,
  Federation1764000000009,
  Claims1764000000010,
  Webhooks1764000000011,
  Impersonation1764000000012,
  Console1764000000013,
  DeliveryStatus1764000000016,
  UserStates1764000000017,
  AccessRules1764000000018,
  ClaimedAddresses1764000000019,
  AdministratorIndex1764000000021,
  SignInsUnderWay1764000000022,
  CookieSessions1764000000023,
  Machines1764000000024,
  Devices1764000000025,
  UserFilters1764000000026,
  NoticedDevices1764000000027,
  LinkMakers1764000000028,
  SessionsInSessions1764000000029,
  BegunApps1764000000032,
];
