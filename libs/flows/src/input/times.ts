import { ApiProperty } from '@nestjs/swagger';

/** The times of what grants access: a token, a key, a client. In epoch seconds. */
interface Times<E extends number | null> {
  createdAt: number;
  expiresAt: E;
  lastUsedAt: number | null;
}

/** A time in an answer. */
export function Time(): PropertyDecorator {
  return ApiProperty({ type: 'integer', description: 'UNIX epoch seconds.' });
}

/** A time in an answer, or null. @param meaning what null means, such as `if never` */
export function TimeOrNull(meaning: string): PropertyDecorator {
  return ApiProperty({ type: 'integer', nullable: true, description: `UNIX epoch seconds; null ${meaning}.` });
}

/** When something was last used, or null. */
export function LastUse(): PropertyDecorator {
  const description = 'UNIX epoch seconds, to the minute; null if never.';
  return ApiProperty({ type: 'integer', nullable: true, description });
}

/** The times as the answers name them. */
export function toTimes<E extends number | null>({ createdAt, expiresAt, lastUsedAt }: Times<E>) {
  return { created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}
