import { browserInWords, browserOf } from './browser.js';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    'Chrome on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
    'Chromium on Linux',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0 Chrome/80.0 Safari/537.36',
    'Chromium on Linux',
  ],
  ['curl/8.5.0', 'an unknown program'],
  ['<script>alert(1)</script>', 'an unknown program'],
  ['', 'an unknown program'],
])('browserInWords(%j) returns the name of the browser', (userAgent, name) => {
  expect(browserInWords(userAgent)).toBe(name);
});

it.each([
  ['"Chromium";v="131", "Not_A Brand";v="24"', 'Chromium'],
  ['"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"', 'Chrome'],
  ['', 'Chrome'],
])('browserOf distinguishes Chromium from Chrome by the brands %j', (brands, browser) => {
  expect(browserOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 Safari/537.36', brands).browser).toBe(browser);
});
