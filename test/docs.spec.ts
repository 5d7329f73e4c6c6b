import { DATABASE } from './support/database.js';
import { type Block, blocksOf, placeOf, read } from './support/docs/blocks.js';
import { deadLinks } from './support/docs/links.js';
import { PARSERS } from './support/docs/parsers.js';
import { Reader } from './support/docs/reader.js';
import { DOCUMENTS, FAILURES, isReplaced, ON_SQLITE_ONLY } from './support/docs/tables.js';
import { HAS_TOOLS } from './support/docs/tools.js';

const describeOnce = DATABASE === 'sqlite' ? describe : describe.skip;

/** Languages that are run, or that what is run reads. The others are parsed, and that is all there is to do with them. */
const LIVE = ['sh', 'sql', 'ts', 'js'];

const isLive = ({ language, needs, only, text }: Block) =>
  LIVE.includes(language) && needs === undefined && (only ?? DATABASE) === DATABASE && !isReplaced(text);

/** An error of a block, with its place. */
async function at<T>(block: Block, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
  }
}

describeOnce.each(DOCUMENTS)('%s', (document) => {
  it('has blocks of known languages, each of which can be read', async () => {
    for (const block of blocksOf(document)) {
      const parse = PARSERS[block.language];
      if (!parse) throw new Error(`${placeOf(block)}: nobody checks "${block.language}".`);
      await at(block, () => parse(block.text));
    }
  });

  it('says of what is not run that the tests only parse it', () => {
    const silent = blocksOf(document).filter(({ needs, prose }) => needs && !/\btests only parse\b/.test(prose));
    expect(silent.map(placeOf)).toEqual([]);
  });

  it('has links that lead somewhere', () => {
    expect(deadLinks(document)).toEqual([]);
  });

  it('has at most 150 lines, if it is a guide', () => {
    if (document.startsWith('docs/')) expect(read(document).split('\n').length).toBeLessThanOrEqual(151);
  });
});

const withLiveBlocks = DOCUMENTS.filter((document) => DATABASE === 'sqlite' || !(document in ON_SQLITE_ONLY)).filter(
  (document) => blocksOf(document).some(isLive),
);

(HAS_TOOLS ? it : it.skip).each(withLiveBlocks)(
  '%s can be followed from its top to its end',
  async (document) => {
    const blocks = blocksOf(document).filter(isLive);
    const reader = await Reader.start(blocks);
    try {
      reader.unpack();
      for (const block of blocks) {
        if (block.language === 'sh') await at(block, () => reader.type(block.text));
        if (block.language === 'sql') await at(block, () => reader.query(block.text));
      }
      expect(reader.failures).toEqual(FAILURES[document] ?? []);
    } finally {
      await reader.stop();
    }
  },
  300_000,
);
