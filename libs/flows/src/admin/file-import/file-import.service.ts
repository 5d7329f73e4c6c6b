import { PassThrough, type Readable } from 'node:stream';
import { Clock, Database } from '@app/database';
import { currentActor, onBehalfOf } from '@app/events';
import { Injectable } from '@nestjs/common';
import { AdminRank } from '../../access/admin-rank.js';
import { stageFile } from '../converters/conversion.js';
import type { Source, SourceOptions } from '../converters/record/source.js';
import { Staging } from '../converters/staging/staging.js';
import { ConvertedImportService } from './converted-import.service.js';
import { writeAnswer } from './file-answer.js';
import { openBody } from './file-text.js';
import { Lacks } from './lacks.js';

/** While a file arrives, its administrator is checked so often. */
const CHECK_SECONDS = 60;

/** How to read a file. */
export interface FileImport {
  source: Source;
  options: SourceOptions;
  /** Whether addresses of which the source says nothing count as verified. */
  assumesVerified: boolean;
  dryRun: boolean;
}

/** Converts a file of another product, and imports its users. */
@Injectable()
export class FileImportService {
  constructor(
    private readonly imports: ConvertedImportService,
    private readonly database: Database,
    private readonly rank: AdminRank,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the whole file, and returns the text of the answer, which arrives while the import runs.
   * @throws {ApiError} INVALID_REQUEST for a file that cannot be read, NOT_AUTHENTICATED, REAUTHENTICATION_REQUIRED, UNAVAILABLE at the shutdown; nothing was
   * imported then
   */
  async start(body: AsyncGenerator<Uint8Array>, how: FileImport): Promise<Readable> {
    const { source, options, assumesVerified, dryRun } = how;
    const file = await openBody(this.whileAllowed(body));
    const staging = new Staging({ joins: source.joins ?? false, assumesVerified });
    const lacks = new Lacks();
    const close = async () => {
      staging.close();
      await lacks.close();
    };
    try {
      await stageFile(file, { source, options, staging });
      await this.rank.requireStill();
      // Before the answer begins. The import itself asks again.
      if (staging.hasSecrets && !dryRun) await this.database.transaction(() => this.rank.requireFactorFor('import'));
    } catch (error) {
      await close();
      throw error;
    } finally {
      file.input.destroy();
    }
    // The import of a client that has gone ends in order.
    const answer = new PassThrough().once('close', () => staging.interrupt()).on('error', () => undefined);
    const run: Parameters<typeof writeAnswer>[1] = (steps) =>
      this.imports.run({ staging, lacks }, { dryRun, ...steps });
    const facts = { dryRun, lacks, placeOf: (line: number) => staging.placeOf(line) };
    // It goes on after the handler of the request, at whose end the actor would be forgotten.
    void onBehalfOf(currentActor(), () => this.rank.detached(() => writeAnswer(answer, run, facts))).finally(close);
    return answer;
  }

  /** A large file takes long to arrive. */
  private async *whileAllowed(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    let checked = this.clock.now();
    for await (const chunk of body) {
      yield chunk;
      if (this.clock.now() - checked < CHECK_SECONDS) continue;
      await this.rank.requireStill();
      checked = this.clock.now();
    }
  }
}
