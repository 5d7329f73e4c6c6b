import { ApiProperty } from '@nestjs/swagger';

export class Health {
  @ApiProperty({ enum: ['live', 'ready'] })
  status!: 'live' | 'ready';
}
