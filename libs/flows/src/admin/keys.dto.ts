import type { ListPage } from '@app/database';
import { KEY_STATES, type KeyState, type ListedKey } from '@app/tokens';
import { ApiProperty } from '@nestjs/swagger';
import { PageView, toPage } from '../input/page.dto.js';
import { Time } from '../input/times.js';

export class KeyView {
  @ApiProperty({ description: 'The `kid` in the header of each token that the key signed.' })
  kid!: string;

  @ApiProperty({ example: 'ES256' })
  alg!: string;

  @ApiProperty({
    enum: KEY_STATES,
    description: '`next` is published and will sign later, `active` signs, `retired` only verifies older tokens.',
  })
  state!: KeyState;

  @Time()
  created_at!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'When the key starts or started to sign, in UNIX epoch seconds; null before its rotation.',
  })
  activates_at!: number | null;
}

export class KeyList extends PageView {
  @ApiProperty({ type: [KeyView], description: 'Newest first.' })
  keys!: KeyView[];
}

export class RotatedKey {
  @ApiProperty({ description: 'The key that will sign.' })
  kid!: string;
}

export function toKeyList(page: ListPage<ListedKey>): KeyList {
  return { keys: page.rows.map(toKeyView), ...toPage(page) };
}

function toKeyView({ kid, alg, state, createdAt, activatesAt }: ListedKey): KeyView {
  return { kid, alg, state, created_at: createdAt, activates_at: activatesAt };
}
