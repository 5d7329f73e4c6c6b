import { Env } from '@app/config';
import { Clock } from '@app/database';
import { EventLog, userActor } from '@app/events';
import { Providers } from '@app/federation';
import { addressGroup, SIGN_IN_NOTICES } from '@app/limits';
import { MailService, type Requester, type SignInFacts } from '@app/mail';
import {
  DeviceStore,
  deviceTextOf,
  type FoundDevices,
  type RequestClient,
  SECURE_ACCOUNT_TTL,
  SecureLinks,
  type Session,
  type Trust,
} from '@app/tokens';
import { type Authenticated, SignInAddresses, SignInService, UsersService } from '@app/users';
import { Injectable } from '@nestjs/common';
import { LoginThrottle } from '../access/login-throttle.js';
import { requester } from '../input/requester.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import type { Proof } from './proof.js';

/** The device of a session. */
interface RecordedDevice {
  /** Null for a client that wants no device token. */
  deviceId: string | null;
  /** What the client has to show at its next sign-in. */
  deviceToken?: string;
}

/** The user of a sign-in. */
type SigningIn = Pick<Authenticated, 'uid' | 'email' | 'passwordVersion'>;

/** What the trust in a device depends on. */
type Trusting = Pick<Authenticated, 'uid' | 'rung1' | 'adminScopes'>;

/** Sign-ins of one account within these seconds after an email share the next one and its link. */
const JOINED_SECONDS = 600;

/**
 * The devices on which users sign in. A user gets an email about a sign-in on a new one, with a link to secure the account. Where a
 * second factor was shown, a sign-in by password may need none for a time. Such a sign-in stays one of a single factor: it is no
 * recent sign-in of a user with a factor.
 */
@Injectable()
export class SignInDevices {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly devices: DeviceStore,
    private readonly addresses: SignInAddresses,
    private readonly users: UsersService,
    private readonly signIns: SignInService,
    private readonly throttle: LoginThrottle,
    private readonly mail: MailService,
    private readonly links: SecureLinks,
    private readonly maker: SecureLinkMaker,
    private readonly providers: Providers,
    private readonly events: EventLog,
  ) {}

  /**
   * Records the device of a sign-in whose session is about to open, and mails the user if it is new. A client that wants a device
   * token and has none of the user gets a new one, besides those of other accounts; an unknown token counts as none. The user must
   * be locked.
   * @param first whether the account has no earlier sign-in by its owner: then there is nothing to compare with
   */
  async record(user: SigningIn, proof: Proof, client: RequestClient, first: boolean): Promise<RecordedDevice> {
    const { uid } = user;
    const { ip, userAgent, device } = client;
    const found = device && (await this.devices.find(uid, device.tokens));
    if (await this.isNew(uid, client, found, first)) await this.notify(user, proof, client);
    await this.addresses.record(uid, addressGroup(ip));
    if (!found) return { deviceId: null };
    if (found.own) await this.devices.recordUse(found.own.device, userAgent);
    const own = found.own ?? (await this.add(uid, userAgent));
    return { deviceId: own.device.deviceId, deviceToken: deviceTextOf(own.token, found.others) };
  }

  /**
   * Trusts the device of a sign-in whose second factor was shown. Does nothing while the setting is 0, for a client whose scripts
   * can read the device token, and for a user with admin scopes, who is always asked. The user must be locked.
   */
  async trust(uid: string, deviceId: string | null, { device }: RequestClient): Promise<void> {
    const { trustTtl } = this.env.devices;
    if (trustTtl === 0 || deviceId === null || !device?.inCookie) return;
    const user = await this.users.lock(uid);
    if (user?.adminScopes !== '') return;
    const trustedAt = this.clock.now();
    const trustedUntil = trustedAt + trustTtl;
    await this.devices.trust(uid, deviceId, { trustedAt, trustedUntil, trustCounter: user.rung1 });
    await this.events.record('device.trusted', { uid, data: { device_id: deviceId, until: trustedUntil } });
  }

  /**
   * Whether a sign-in needs no second factor because of its device. To be called first in its transaction: it locks the user
   * before it reads.
   * @throws {ApiError} INVALID_CREDENTIALS, USER_DISABLED when the user changed after the authentication
   */
  async covers(user: Authenticated, proof: Proof, { device }: RequestClient): Promise<boolean> {
    if (this.env.devices.trustTtl === 0 || proof.method !== 'password' || proof.acr !== 'aal1') return false;
    if (!device?.inCookie || device.tokens.length === 0) return false;
    await this.signIns.requireUnchanged(user);
    const { own } = await this.devices.find(user.uid, device.tokens);
    return own !== undefined && this.untilOf(own.device, user) !== null;
  }

  /** The same for a session that goes on: until when its device is trusted, in epoch seconds; null for no trust. */
  async coverOf({ uid, deviceId, method }: Session, user: Trusting): Promise<number | null> {
    if (this.env.devices.trustTtl === 0 || deviceId === null || method !== 'password') return null;
    const device = await this.devices.findById(uid, deviceId);
    return device ? this.untilOf(device, user) : null;
  }

  /**
   * Until when a device is trusted, in epoch seconds; null for a device that is not. The setting may be lower than it was.
   */
  untilOf({ trustedAt, trustedUntil, trustCounter }: Trust, user: Trusting): number | null {
    const { rung1, adminScopes } = user;
    if (trustedAt === null || trustedUntil === null || adminScopes !== '') return null;
    if (trustCounter !== rung1) return null;
    const until = Math.min(trustedUntil, trustedAt + this.env.devices.trustTtl);
    return until > this.clock.now() ? until : null;
  }

  /** Whether the account has not seen the device, or the client address in its place. False where no emails tell of new devices. */
  private async isNew(
    uid: string,
    { ip, device }: RequestClient,
    found: FoundDevices | undefined,
    first: boolean,
  ): Promise<boolean> {
    if (found?.own || this.env.devices.notice !== 'new_device' || !this.mail.configured) return false;
    const hasDevices = await this.devices.hasAny(uid);
    const addresses = await this.addresses.ofUser(uid);
    if (first && !hasDevices && addresses.length === 0) return false;
    // The client address stands for the device of a client without a token, and before the first device.
    const known = device && hasDevices ? undefined : addresses.find(({ address }) => address === addressGroup(ip));
    return known === undefined;
  }

  private async add(uid: string, userAgent: string) {
    const added = await this.devices.add(uid, userAgent);
    const data = { device_id: added.device.deviceId };
    await this.events.record('device.added', { uid, actor: userActor(uid), data });
    return added;
  }

  /**
   * Mails about a sign-in on a new device whose session is about to open. Within ten minutes of an email it is named in one more, which
   * leaves when they are over. If no more may be sent, the newest that still works stands for it.
   */
  private async notify(user: SigningIn, proof: Proof, client: RequestClient): Promise<void> {
    const { uid, email } = user;
    const passwordVersion = proof.amr.includes('pwd') ? user.passwordVersion : null;
    const now = this.clock.now();
    const recent = await this.links.findOfSignIn(uid, email, JOINED_SECONDS);
    const facts = { at: now, address: client.ip, ...(await this.methodOf(proof)), ...requester() };
    const joins = recent && recent.createdAt > now && (await this.mail.addSignIn(email, recent.createdAt, facts));
    if (!joins && (await this.mayNotify(uid))) {
      const dueAt = recent && recent.createdAt + JOINED_SECONDS;
      return this.mailNew(user, { since: proof.createdAt ?? now, passwordVersion }, facts, dueAt);
    }
    const named = recent ?? (await this.links.findOfSignIn(uid, email, SECURE_ACCOUNT_TTL));
    if (named && passwordVersion !== null) await this.links.addPassword(named, passwordVersion);
  }

  /** @param dueAt when the email leaves, in epoch seconds; undefined for now */
  private async mailNew(
    user: SigningIn,
    signIn: { since: number; passwordVersion: number | null },
    facts: SignInFacts & Requester,
    dueAt?: number,
  ): Promise<void> {
    const secure = await this.maker.ofSignIn(user, signIn, dueAt);
    await this.events.record('link.sent', { uid: user.uid, data: { purpose: 'secure_account' } });
    const { browser, system, languages, ...content } = { ...secure, ...facts };
    await this.mail.send('new-sign-in', user.email, content, { browser, system, languages }, { dueAt });
  }

  private async methodOf({ method, idp }: Proof) {
    if (idp === undefined) return { method };
    const provider = (await this.providers.find(idp))?.name ?? idp;
    return { method, provider };
  }

  /**
   * Counts an email. An address that is not proved may belong to another person, whose mailbox a stranger must not fill by
   * accounts for it, with any tags.
   */
  private async mayNotify(uid: string): Promise<boolean> {
    const user = await this.users.lock(uid);
    if (!user) return false;
    return user.emailProved || (await this.throttle.countNotice(user, false, SIGN_IN_NOTICES)) !== undefined;
  }
}
