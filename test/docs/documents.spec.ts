import { blocksOf, DOCUMENTS, deadLinks, GENERATED, placeOf, REFERENCE, read } from '../support/docs/documents.js';
import { PARSERS } from '../support/docs/parsers.js';

describe.each(DOCUMENTS)('the document %s', (document) => {
  it('has only blocks of known languages without syntax errors', async () => {
    for (const block of blocksOf(document)) {
      const parse = PARSERS[block.language];
      if (!parse) throw new Error(`${placeOf(block)}: there is no check for "${block.language}".`);
      try {
        await parse(block.text);
      } catch (error) {
        throw new Error(`${placeOf(block)}: ${(error as Error).message}`);
      }
    }
  });

  it('has no dead links', () => {
    expect(deadLinks(document)).toEqual([]);
  });

  it('has at most 160 lines if it is a guide', () => {
    const isGenerated = document.startsWith(REFERENCE) || GENERATED.includes(document);
    const isGuide = document.startsWith('docs/') && !isGenerated;
    if (isGuide) expect(read(document).split('\n').length).toBeLessThanOrEqual(161);
  });
});
