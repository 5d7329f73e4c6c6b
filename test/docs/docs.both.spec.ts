import { DATABASE } from '../support/database/database.js';
import { type Block, blocksOf, placeOf, read } from '../support/docs/blocks.js';
import { Compilation } from '../support/docs/compilation.js';
import { DevelopmentService } from '../support/docs/development-service.js';
import { deadLinks } from '../support/docs/links.js';
import { PARSERS } from '../support/docs/parsers.js';
import { Reader } from '../support/docs/reader.js';
import { DOCUMENTS, FAILURES, GENERATED, isReplaced, MIGRATING, RECIPES, REFERENCE } from '../support/docs/tables.js';
import { HAS_TOOLS } from '../support/docs/tools.js';

const describeOnce = DATABASE === 'sqlite' ? describe : describe.skip;

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

describeOnce.each(DOCUMENTS)('the document %s', (document) => {
  it('has only blocks of known languages without syntax errors', async () => {
    for (const block of blocksOf(document)) {
      const parse = PARSERS[block.language];
      if (!parse) throw new Error(`${placeOf(block)}: there is no check for "${block.language}".`);
      await at(block, () => parse(block.text));
    }
  });

  it('has no dead links', () => {
    expect(deadLinks(document)).toEqual([]);
  });

  it('has at most 150 lines if it is a guide', () => {
    const isGenerated = document.startsWith(REFERENCE) || GENERATED.includes(document);
    const isGuide = document.startsWith('docs/') && !isGenerated;
    if (isGuide) expect(read(document).split('\n').length).toBeLessThanOrEqual(151);
  });
});

/** On MySQL only documents with SQL or with blocks for MySQL: the others would do the same as on SQLite. */
const isFollowed = (document: string) =>
  DATABASE === 'sqlite' || blocksOf(document).some(({ language, only }) => language === 'sql' || only === 'mysql');

const FOLLOWED = DOCUMENTS.filter((document) => isFollowed(document) && blocksOf(document).some(isRun));

const describeWithTools = HAS_TOOLS ? describe : describe.skip;

describeWithTools('the commands and programs of the documents', () => {
  const compilation = new Compilation();
  beforeAll(() => compilation.run(FOLLOWED.flatMap((document) => blocksOf(document)).filter(isRun)), TIMEOUT_MS);
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

  it.each(FOLLOWED)(
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
});
