import type { Page } from 'playwright-core';

/** In the page: texts that cover each other or are cut off, and a page that is wider than its window. */
const FAULTS = `(() => {
  const faults = [];
  const texts = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE && node.data.trim()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) if (box.width > 1 && box.height > 1) texts.push({ box, text: node.data.trim() });
    }
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (['STYLE', 'SCRIPT', 'NOSCRIPT', 'OPTION'].includes(node.tagName)) return;
      const { overflowX, display } = getComputedStyle(node);
      const cuts = display !== 'inline' && (node.matches('button, a, h1, h2, label') || overflowX !== 'visible') && node.tagName !== 'INPUT';
      if (cuts && node.scrollWidth > node.clientWidth + 1) faults.push('cut: ' + node.textContent.trim());
    }
    for (const child of [...(node.shadowRoot ?? node).childNodes]) visit(child);
  };
  visit(document.body);
  const inner = ({ left, right, top, bottom }, by) => ({ left: left + by, right: right - by, top: top + by, bottom: bottom - by });
  texts.forEach(({ box, text }, index) => {
    const one = inner(box, box.height / 6);
    for (const { box: other, text: covered } of texts.slice(index + 1)) {
      const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top + other.height / 6 || other.bottom - other.height / 6 <= one.top;
      if (!apart) faults.push('overlap: ' + text + ' / ' + covered);
    }
    if (box.left < 0 || box.right > innerWidth) faults.push('outside: ' + text);
  });
  if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than ' + innerWidth);
  return faults;
})()`;

/** What is wrong with the places of the texts of a page. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(FAULTS);
}
