import { createHmac, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Env, parseUrl, VERSION, type WebhookNetworks } from '@app/config';
import { Clock } from '@app/database';
import { isPersonal, type LoggedEvent } from '@app/events';
import { type Attributes, tracedAlone } from '@app/tracing';
import { Injectable } from '@nestjs/common';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

/** An address of a name. */
interface Resolved {
  address: string;
  family: number;
}

const RESOLVE_MS = 5_000;
const underWay = new Map<string, Promise<Resolved[]>>();

/** The addresses of a name. @throws {Error} when it has none, or is not resolved in time */
export async function lookUp(host: string): Promise<Resolved[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`${host} was not resolved in time`)), RESOLVE_MS).unref();
  });
  return Promise.race([resolve(host), late]).finally(() => clearTimeout(timer));
}

/**
 * Resolves a name once for all that wait for it now. A look-up blocks one of the four threads of Node.js until the name server
 * answers, and other work of the process needs these threads.
 */
function resolve(host: string): Promise<Resolved[]> {
  const known = underWay.get(host);
  if (known) return known;
  const found = lookup(host, { all: true }).finally(() => underWay.delete(host));
  underWay.set(host, found);
  return found;
}

type Address = IPv4 | IPv6;

/** Services of clouds and hosts that give secrets to any program that reaches them. No setting allows them. */
const METADATA = [
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
];
const METADATA_NAMES = ['metadata', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'];
/** The kinds of addresses that `WEBHOOK_NETWORKS` may allow. */
const PRIVATE_KINDS = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];
/** The block of public addresses (RFC 4291, section 2.4, and the registry of IANA). */
const GLOBAL_V6: [IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
const LONGEST_URL = 2_048;

/** An endpoint that must not be called. The message says why, for the administrator. */
export class BlockedDestination extends Error {}

/** Reads the URL of a webhook. Undefined when it may not be one, whatever its host resolves to. */
export function parseEndpoint(text: string, production: boolean): URL | undefined {
  const url = /[^\x21-\x7e]/.test(text) ? undefined : parseUrl(text);
  if (!url) return undefined;
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && !production);
  const plain = url.username === '' && url.password === '' && !text.includes('#') && /^[^\\]*$/.test(text);
  // The normal form is stored, and can be longer than the text: it escapes some characters.
  const fits = Math.max(text.length, url.href.length) <= LONGEST_URL;
  return secure && plain && fits && url.hostname !== '' ? url : undefined;
}

/**
 * Resolves the host of an endpoint once and checks every address. The request must connect to one of the returned addresses:
 * another look-up could answer differently.
 * @throws {BlockedDestination} when any address is refused
 */
export async function resolveEndpoint(url: URL, networks: WebhookNetworks): Promise<Resolved[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (METADATA_NAMES.includes(host)) throw new BlockedDestination(`${host} is a service of the cloud`);
  // Node.js calls no look-up for an address.
  const version = isIP(host);
  const found = version > 0 ? [{ address: host, family: version }] : await lookUp(host);
  if (found.length === 0) throw new Error(`${host} has no address`);
  const named = networks.hosts.includes(host);
  for (const { address } of found) {
    const reason = refusal(address, networks, named);
    if (reason !== undefined) throw new BlockedDestination(`${address} is ${reason}`);
  }
  return found;
}

/**
 * Why an address is refused; undefined for an allowed one.
 * @param named whether the setting allows the name of the host
 */
export function refusal(text: string, { cidrs }: WebhookNetworks, named = false): string | undefined {
  if (text.includes('%') || !ipaddr.isValid(text)) return 'no address';
  for (const address of [ipaddr.parse(text), ...embeddedIn(ipaddr.parse(text))]) {
    const kind = kindOf(address);
    if (METADATA.some((each) => equals(address, ipaddr.parse(each)))) return 'a metadata service';
    if (kind === 'public') continue;
    const listed = named || cidrs.some((cidr) => matches(address, cidr));
    if (!PRIVATE_KINDS.includes(kind)) return `not public (${kind})`;
    if (!listed) return `not public (${kind}), and WEBHOOK_NETWORKS does not list it`;
  }
  return undefined;
}

/** Whether an address is allowed without the setting. */
export function isPublic({ address }: Resolved): boolean {
  return refusal(address, { cidrs: [], hosts: [] }) === undefined;
}

/** `public`, also for an address that is checked by the one that it contains; or the kind of its range. */
function kindOf(address: Address): string {
  const range = address.range();
  if (isV4(address)) return range === 'unicast' ? 'public' : range;
  if (embeddedIn(address).length > 0) return 'public';
  if (range !== 'unicast') return range;
  return address.match(...GLOBAL_V6) ? 'public' : 'reserved';
}

/** The IPv4 addresses inside an IPv6 address: this host, or a gateway on the way, sends the packets there. */
function embeddedIn(address: Address): IPv4[] {
  if (isV4(address)) return [];
  const bytes = address.toByteArray();
  const v4 = (start: number, mask = 0) => new ipaddr.IPv4(bytes.slice(start, start + 4).map((byte) => byte ^ mask));
  const begins = (text: string, bits: number) => address.match(ipaddr.IPv6.parse(text), bits);
  // IPv4-mapped (RFC 4291), and NAT64 (RFC 6052).
  if (begins('::ffff:0:0', 96) || begins('64:ff9b::', 96)) return [v4(12)];
  // 6to4 (RFC 3056), and Teredo: its server, and the client with inverted bits (RFC 4380).
  if (begins('2002::', 16)) return [v4(2)];
  return begins('2001::', 32) ? [v4(4), v4(12, 0xff)] : [];
}

function isV4(address: Address): address is IPv4 {
  return address.kind() === 'ipv4';
}

function equals(one: Address, other: Address): boolean {
  return one.kind() === other.kind() && one.toNormalizedString() === other.toNormalizedString();
}

function matches(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network as never, bits);
}

/** Words, ids and numbers: no address, no name with a blank, and no sentence. */
const PLAIN = /^[\w.:-]{1,64}$/;

/** What a webhook sends about an event: ids and words of the service only. Other facts need the admin API. */
type EventFacts = Pick<LoggedEvent, 'id' | 'at' | 'actor' | 'uid' | 'sessionId' | 'ip' | 'data'> & {
  type: string;
};

/** The body of a message (Standard Webhooks 1.0). */
export function payloadOf({ id, type, at, actor, uid, sessionId, ip, data }: EventFacts): string {
  return JSON.stringify({
    type,
    timestamp: new Date(at * 1_000).toISOString(),
    data: { event_id: id, at, actor, uid, session_id: sessionId, ip, details: plainFacts(type, JSON.parse(data)) },
  });
}

/** Without the texts of persons, even if one has the form of a word. */
function plainFacts(type: string, data: Record<string, unknown>): Record<string, unknown> {
  const fits = ([field, value]: [string, unknown]) => !isPersonal(type, field) && [value].flat().every(isPlain);
  return Object.fromEntries(Object.entries(data).filter(fits));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && PLAIN.test(value));
}

/** An endpoint, and its addresses, which were checked. */
interface Destination {
  url: URL;
  addresses: Resolved[];
}

/** Where a message to this URL goes. @throws {BlockedDestination} when it may not go there */
export async function destinationOf(text: string, { production, webhookNetworks }: Env): Promise<Destination> {
  const url = parseEndpoint(text, production);
  if (!url) throw new BlockedDestination('this URL is not allowed');
  return { url, addresses: await resolveEndpoint(url, webhookNetworks) };
}

/** `reason` says why a certificate is for another name. */
type Failure = NodeJS.ErrnoException & { errors?: Error[]; reason?: string };

/** Signs a message and sends it to the checked addresses, without redirects, without a proxy, and without keeping the connection. */
export function post(
  { url, addresses }: Destination,
  message: SignedMessage,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const body = Buffer.from(message.body);
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'user-agent': `Latchkey/${VERSION}`,
    ...signatureHeaders(message),
    ...(message.replay && { 'webhook-replay': '1' }),
  };
  const options = { method: 'POST', headers, signal, lookup: checked(addresses), agent: false, maxHeaderSize: 16_384 };
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? overHttps(url, options) : overHttp(url, options);
    request.on('error', fail);
    request.on('response', done);
    request.end(body);
  });
}

/** Answers with the addresses that were checked, in place of another look-up. */
function checked(addresses: Resolved[]): LookupFunction {
  return (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The code of a system error says enough, and its message may be long. Errors of TLS need their texts. */
export function reasonOf(error: unknown): string {
  if (error instanceof BlockedDestination) return `blocked: ${error.message}`;
  const { code, message, errors, syscall, reason } = error as Failure;
  if (code === undefined) return (message || errors?.[0]?.message) ?? 'unknown';
  const detail = reason ?? (syscall === undefined || code === 'EPROTO' ? message : undefined);
  return detail ? `${code}: ${detail}` : code;
}

const MINUTE = 60;
const HOUR = 3_600;

/** The pauses between the tries, in seconds: ten tries in 75 hours. */
const PAUSES = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const JITTER = 0.1;
const LONGEST_WISH = 24 * HOUR;

/**
 * How many seconds to wait after a failed try; undefined when it was the last one. The pause is random by 10 %, and not
 * shorter than the receiver wishes.
 * @param tries so far
 * @param wish of the receiver, in seconds
 */
export function pauseAfter(tries: number, wish = 0, random: () => number = Math.random): number | undefined {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return undefined;
  const jittered = pause * (1 - JITTER + 2 * JITTER * random());
  return Math.max(Math.round(jittered), Math.min(wish, LONGEST_WISH));
}

/** The seconds that a `Retry-After` header asks for (RFC 9110, section 10.2.3): a number, or a date. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil(date / 1_000) - now);
}

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A signing secret as Standard Webhooks 1.0 writes it. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** A message as it is signed and sent. */
interface SignedMessage {
  /** The same in every try. */
  id: string;
  /** Of this try, in seconds since the UNIX epoch. */
  timestamp: number;
  body: string;
  /** The secrets that sign it. */
  secrets: string[];
  /** Whether it repeats an event because an administrator has asked for it. */
  replay?: boolean;
}

/** The headers of a message (Standard Webhooks 1.0), with one signature for each secret. */
function signatureHeaders({ id, timestamp, body, secrets }: SignedMessage): Record<string, string> {
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signed.join(' ') };
}

const TIMEOUT_MS = 15_000;
/** An answer counts when its head has arrived. The rest is read for this time, and up to this size. */
const REST_MS = 1_000;
const MOST_BYTES = 4_096;

/** A message, and where it goes. */
interface Message extends Omit<SignedMessage, 'timestamp'> {
  url: string;
}

/** The result of a try. */
export interface Outcome {
  ok: boolean;
  /** The HTTP status of the answer; null without an answer. */
  status: number | null;
  /** Why it failed; null after a success. */
  error: string | null;
  /** Whether the address was refused. */
  blocked: boolean;
  /** The pause that the receiver asks for, in seconds. */
  retryAfter?: number;
}

/** Sends one message: to the checked address, without redirects, without a proxy, and without keeping the connection. */
@Injectable()
export class Sender {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Never rejects. A receiver learns nothing of our traces. */
  send(message: Message): Promise<Outcome> {
    const span = { name: 'send webhook', kind: 'client' as const };
    return tracedAlone(span, () => this.tryOnce(message), describe);
  }

  private async tryOnce(message: Message): Promise<Outcome> {
    const aborter = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, fail) => {
      // Not AbortSignal.timeout(): the clock of the process decides.
      timer = setTimeout(() => {
        fail(new Error(`no answer within ${TIMEOUT_MS / 1_000} s`));
        aborter.abort();
      }, TIMEOUT_MS);
    });
    try {
      const answer = await Promise.race([this.attempt(message, aborter.signal), late]);
      clearTimeout(timer);
      await readSome(answer);
      return this.outcomeOf(answer);
    } catch (error) {
      const blocked = error instanceof BlockedDestination;
      return { ok: false, status: null, error: reasonOf(error), blocked };
    } finally {
      clearTimeout(timer);
    }
  }

  private async attempt(message: Message, signal: AbortSignal): Promise<IncomingMessage> {
    const destination = await destinationOf(message.url, this.env);
    return post(destination, { ...message, timestamp: this.clock.now() }, signal);
  }

  private outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
    const ok = status >= 200 && status <= 299;
    const retryAfter = readRetryAfter(headers['retry-after'], this.clock.now());
    return { ok, status, error: ok ? null : `answered ${status}`, blocked: false, ...(!ok && { retryAfter }) };
  }
}

/**
 * Reads a little of the answer, so that a receiver can finish it, and throws it away. The try lasts until then: a receiver that
 * never ends its answers holds as few connections as one that does not answer.
 */
function readSome(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  const timer = setTimeout(() => answer.destroy(), REST_MS);
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) answer.destroy();
  });
  answer.on('error', () => undefined);
  return new Promise((done) => {
    answer.on('close', () => {
      clearTimeout(timer);
      done();
    });
  });
}

function describe({ ok, status, blocked }: Outcome): Attributes {
  return { ok, blocked, ...(status !== null && { 'http.response.status_code': status }) };
}
