import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Env, SettingsError } from '@app/config';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Piscina } from 'piscina';
import { loadBcrypt } from './bcrypt-engine.js';
import { bcryptCost } from './bcrypt-input.js';
import type { PasswordJob, PasswordScore } from './password.worker.js';

const BCRYPT_ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Hashes and weighs passwords in threads, one for each core, so that the event loop never stands still. */
@Injectable()
export class PasswordPool implements OnModuleInit, OnApplicationShutdown {
  private readonly threads: Piscina;
  private readonly cost: number;
  private readonly decoy: string;

  constructor(private readonly env: Env) {
    const { bcryptCost, bcryptEngine } = env;
    this.cost = bcryptCost;
    this.decoy = decoyHash(bcryptCost);
    this.threads = new Piscina<PasswordJob, unknown>({
      filename: new URL('./password.worker.js', import.meta.url).href,
      workerData: { bcryptEngine },
      minThreads: availableParallelism(),
      maxThreads: availableParallelism(),
    });
  }

  /** @throws {SettingsError} when `BCRYPT_ENGINE` asks for an engine that does not load on this machine */
  onModuleInit(): void {
    try {
      loadBcrypt(this.env.bcryptEngine);
    } catch {
      const wrong = '"native" does not load on this machine: @node-rs/bcrypt is not installed for it';
      throw new SettingsError([{ variable: 'BCRYPT_ENGINE', wrong, allowed: 'auto, js' }]);
    }
  }

  hash(password: string): Promise<string> {
    return this.run<string>({ kind: 'hash', password, cost: this.cost });
  }

  /** Whether the password belongs to the hash. Without a hash it takes as long, and is false. */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const right = await this.run<boolean>({
      kind: 'verify',
      password,
      hash: hash ?? this.decoy,
    });
    return right && hash != null;
  }

  /** @param guessable words that an attacker would try first, such as the email */
  score(password: string, guessable: string[]): Promise<PasswordScore> {
    return this.run<PasswordScore>({ kind: 'score', password, guessable });
  }

  /** Whether a hash was made with another cost than `BCRYPT_COST`. */
  isStale(hash: string): boolean {
    return bcryptCost(hash) !== this.cost;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  private run<T>(job: PasswordJob): Promise<T> {
    return this.threads.run(job);
  }
}

/** A well-formed hash of no password, as slow to compare with as a real one: 22 characters of salt, 31 of digest. */
function decoyHash(cost: number): string {
  const characters = [...randomBytes(53)].map((byte) => BCRYPT_ALPHABET[byte % 64]);
  // The last character of a salt carries only four bits.
  characters[21] = '.';
  return `$2b$${String(cost).padStart(2, '0')}$${characters.join('')}`;
}
