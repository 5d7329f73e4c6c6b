import { bcryptCost, canonicalBcrypt } from './own-hashes.js';

describe('bcryptCost', () => {
  it.each([
    [`$2b$10$${'a'.repeat(53)}`, 10],
    [`$2a$04$${'a'.repeat(53)}`, 4],
    [`$2y$15$${'a'.repeat(53)}`, 15],
    [`hmac-sha256:$2b$11$${'a'.repeat(53)}`, 11],
    ['$2b$11$short', undefined],
    ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', undefined],
    ['', undefined],
  ])('returns for %s the cost %s', (hash, cost) => {
    expect(bcryptCost(hash)).toBe(cost);
  });
});

it('canonicalBcrypt clears the unused bits of a hash', () => {
  const head = '$2b$04$';
  expect(canonicalBcrypt(`${head}${'a'.repeat(21)}f${'b'.repeat(30)}f`)).toBe(
    `${head}${'a'.repeat(21)}e${'b'.repeat(30)}e`,
  );
  const written = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
  expect(canonicalBcrypt(written)).toBe(written);
});
