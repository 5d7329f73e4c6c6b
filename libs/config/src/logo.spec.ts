import { checkLogo } from './branding.js';

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"${attributes}>${content}</svg>`;

const reasonAgainst = (text: string): string => {
  try {
    checkLogo(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  svg('<path d="M0 0h10"/>'),
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Acme -->\n${svg('<title>Acme &amp; Co</title>')}`,
  svg(
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect fill="url(#a)"/>',
  ),
  svg('<g id="a"/><use href="#a"/><use xlink:href="#a"/><g clip-path="url( \'#b\' )" style="fill:#123;opacity:.5"/>'),
  svg('<text xml:space="preserve" font-family="Inter">Acme</text>'),
])('a logo can be %s', (text) => {
  expect(reasonAgainst(text)).toBe('');
});

it.each([
  [svg('<script>alert(1)</script>'), '<script> is not allowed'],
  [svg('<SCRIPT/>'), '<SCRIPT> is not allowed'],
  [svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'), '<s:script> is not allowed'],
  [svg('<script xmlns="http://www.w3.org/1999/xhtml"/>'), 'no element of SVG'],
  [svg('\n<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'), 'line 2: <foreignObject>'],
  [svg('<style>@import "https://evil.example"</style>'), '<style> is not allowed'],
  [svg('<image href="https://evil.example/x.png"/>'), '<image> is not allowed'],
  [svg('<a href="https://evil.example"/>'), '<a> is not allowed'],
  [svg('<rect><animate attributeName="href" to="x"/></rect>'), '<animate> is not allowed'],
  [svg('<rect><set attributeName="onload" to="alert(1)"/></rect>'), '<set> is not allowed'],
  [svg('<filter><feImage href="https://evil.example"/></filter>'), '<filter> is not allowed'],
  [svg('', ' onload="alert(1)"'), 'the attribute onload'],
  [svg('<rect onClick="alert(1)"/>'), 'the attribute onClick'],
  [svg('<use href="https://evil.example/x.svg#a"/>'), 'href leads out of the file'],
  [svg('<use xlink:href="data:image/svg+xml,x#a"/>'), 'xlink:href leads out of the file'],
  [svg('<use href=" #a"/>'), 'href leads out of the file'],
  [svg('', ' xml:base="https://evil.example/"'), 'the attribute xml:base'],
  [svg('<rect fill="url(https://evil.example/x#a)"/>'), 'the attribute fill'],
  [svg('<rect fill="URL( x )"/>'), 'the attribute fill'],
  [svg('<rect style="background:image-set(\'x\' 1x)"/>'), 'the attribute style'],
  [svg('<rect style="fill:u\\72l(x)"/>'), 'the attribute style'],
  [svg('<rect mask="&#117;rl(x)"/>'), 'the attribute mask'],
  [svg('<rect inkscape:label="x" xmlns:inkscape="http://www.inkscape.org/"/>'), 'is of another program'],
  [`<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`, 'a document type is not allowed'],
  [`<?xml-stylesheet href="x.css"?>${svg('')}`, '<?xml-stylesheet?> is not allowed'],
  [svg('&nbsp;'), 'line 1: '],
  [svg('<g>'), 'line 1: '],
  ['<svg/>', 'no element of SVG'],
  ['<html xmlns="http://www.w3.org/2000/svg"/>', 'the first element is not <svg>'],
  ['GIF89a', 'line 1: '],
  ['', 'line 1: '],
])('a logo cannot be %s', (text, reason) => {
  expect(reasonAgainst(text)).toContain(reason);
  expect(reasonAgainst(text)).not.toBe('');
});
