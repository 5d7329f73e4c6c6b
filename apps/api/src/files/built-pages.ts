import { fileURLToPath } from 'node:url';
import { Env } from '@app/config';
import { Injectable, Logger, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { StaticFiles } from './static-files.js';

/** The folder that `npm run build` writes. */
const DIST = new URL('../../../../', import.meta.url);

/** The files of the console and of the sign-in pages. Those of a part that is switched off are not read. */
@Injectable()
export class BuiltPages implements OnApplicationBootstrap {
  readonly console: StaticFiles;
  readonly signIn: StaticFiles;
  private readonly logger = new Logger('Pages');

  constructor(private readonly env: Env) {
    this.console = filesOf(env.console, 'console/');
    this.signIn = filesOf(env.pages.on, 'pages/');
  }

  onApplicationBootstrap(): void {
    const { console, pages } = this.env;
    if (console && !this.console.built)
      this.logger.warn('The console is not built, so /console answers 404. npm run build builds it.');
    if (pages.on && !this.signIn.built)
      this.logger.warn('The sign-in pages are not built, so /sign-in answers 404. npm run build builds them.');
  }
}

function filesOf(on: boolean, folder: string): StaticFiles {
  return new StaticFiles(on ? fileURLToPath(new URL(folder, DIST)) : undefined);
}

@Module({ providers: [BuiltPages], exports: [BuiltPages] })
export class FilesModule {}
