import { fileURLToPath } from 'node:url';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { StaticFiles } from '../files/static-files.js';

/** The folder that `npm run build` writes. */
const FOLDER = fileURLToPath(new URL('../../../../console/', import.meta.url));

/** The built console. */
@Injectable()
export class ConsoleFiles extends StaticFiles implements OnApplicationBootstrap {
  private readonly logger = new Logger('Console');

  constructor() {
    super(FOLDER);
  }

  onApplicationBootstrap(): void {
    if (!this.built) this.logger.warn('The console is not built, so /console answers 404. npm run build builds it.');
  }
}
