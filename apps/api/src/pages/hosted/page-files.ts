import { fileURLToPath } from 'node:url';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { StaticFiles } from '../../files/static-files.js';

/** The folder that `npm run build` writes. */
const FOLDER = fileURLToPath(new URL('../../../../../pages/', import.meta.url));

/** The built sign-in pages. */
@Injectable()
export class PageFiles extends StaticFiles implements OnApplicationBootstrap {
  private readonly logger = new Logger('Pages');

  constructor() {
    super(FOLDER);
  }

  onApplicationBootstrap(): void {
    if (!this.built)
      this.logger.warn('The sign-in pages are not built, so /sign-in answers 404. npm run build builds them.');
  }
}
