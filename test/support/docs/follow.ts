import { DATABASE } from '../database/database.js';
import { type Block, blocksOf, placeOf } from './blocks.js';
import { Compilation } from './compilation.js';
import { DevelopmentService } from './development-service.js';
import { Reader } from './reader.js';
import { DOCUMENTS, FAILURES, isReplaced, MIGRATING, RECIPES } from './tables.js';
import { HAS_TOOLS } from './tools.js';

/** Languages of blocks that are run, or that such blocks read. All other blocks are only parsed. */
const RUN_LANGUAGES = ['sh', 'sql', 'ts', 'js'];

const TIMEOUT_MS = 300_000;

const isRun = ({ document, language, needs, only, text }: Block) =>
  RUN_LANGUAGES.includes(language) &&
  !(language === 'ts' && document.startsWith(RECIPES)) &&
  !document.startsWith(MIGRATING) &&
  needs === undefined &&
  (only ?? DATABASE) === DATABASE &&
  !isReplaced(text);

/** Adds the position of a block to an error. */
async function at<T>(block: Block, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
  }
}

/** Documents that each run follows: the README on SQLite, those with statements on MySQL, and those with blocks for one database there. */
const isOfEachRun = (document: string) => {
  if (document === 'README.md') return DATABASE === 'sqlite';
  return blocksOf(document).some(
    ({ language, only }) => only === DATABASE || (language === 'sql' && DATABASE === 'mysql'),
  );
};

const FOLLOWED = DOCUMENTS.filter((document) => blocksOf(document).some(isRun));

/** The documents with commands, programs or statements that each run follows. */
export const OF_EACH_RUN = FOLLOWED.filter(isOfEachRun);

/** The other documents with commands or programs. */
export const OTHERS = FOLLOWED.filter((document) => !isOfEachRun(document));

const describeWithTools = HAS_TOOLS ? describe : describe.skip;

/** Tests of what the blocks of these documents do, from the first to the last. */
export function follow(documents: string[]): void {
  describeWithTools('the commands and programs of the documents', () => testsOf(documents));
}

function testsOf(documents: string[]): void {
  const compilation = new Compilation();
  beforeAll(() => compilation.run(documents.flatMap((document) => blocksOf(document)).filter(isRun)), TIMEOUT_MS);
  afterAll(() => compilation.remove());

  /** One service for all documents, each of which finds it without users. */
  let development: DevelopmentService | undefined;
  async function withoutUsers(): Promise<DevelopmentService> {
    if (development) await development.empty();
    else development = await DevelopmentService.start();
    return development;
  }
  async function stop(): Promise<void> {
    await development?.stop();
    development = undefined;
  }
  afterAll(stop);

  it.each(documents)(
    'work from the first to the last in %s',
    async (document) => {
      const blocks = blocksOf(document).filter(isRun);
      expect(compilation.errorsOf(document)).toEqual([]);
      const commands = blocks.filter(({ language }) => language === 'sh' || language === 'sql');
      if (commands.length === 0) return;
      const reader = await Reader.start(blocks, await withoutUsers());
      let works = false;
      try {
        reader.writeFiles(compilation.outputOf(document));
        for (const block of commands) {
          if (block.language === 'sh') await at(block, () => reader.runCommands(block.text));
          else await at(block, () => reader.runStatements(block.text));
        }
        expect(reader.failures).toEqual(FAILURES[document] ?? []);
        works = true;
      } finally {
        await reader.stop();
        // A document that fails leaves nothing that the next one could stumble over.
        if (!works) await stop();
      }
    },
    TIMEOUT_MS,
  );
}
