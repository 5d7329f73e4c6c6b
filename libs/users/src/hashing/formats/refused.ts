/** Texts that are often met and not accepted, with the reason: they complete the sentence "The password hash …". */
export const REFUSED: readonly (readonly [prefix: RegExp, reason: string])[] = [
  [/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i, 'names no algorithm: write md5$$digest, for example'],
  [/^\$1\$|^\$apr1\$|^\$md5-crypt\$/, 'is of MD5-crypt, which is not accepted'],
  [/^\$y\$|^\$7\$|^\$gy\$/, 'is of yescrypt, which is not accepted'],
];
