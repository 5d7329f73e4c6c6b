import type { ListPage } from '@app/database';
import { EVENT_TYPES } from '@app/events';
import { type ListedDevice, PageView, type SecurityEvent, Time, toPage } from '@app/flows';
import { ApiProperty } from '@nestjs/swagger';

export class DeviceView {
  @ApiProperty({ format: 'uuid' })
  device_id!: string;

  @ApiProperty({ description: 'The `User-Agent` of the newest sign-in.' })
  client!: string;

  @Time()
  created_at!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'The newest sign-in, or the newest refresh of a session on the device, in UNIX epoch seconds, rounded down to the minute.',
  })
  last_used_at!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'Until when a sign-in by password needs no second factor on the device, in UNIX epoch seconds; null for a device that is not trusted.',
  })
  trusted_until!: number | null;

  @ApiProperty({ description: 'Whether the session of this request is on the device.' })
  current!: boolean;
}

export class DeviceList {
  @ApiProperty({ type: [DeviceView], description: 'The one that was used last comes first.' })
  devices!: DeviceView[];
}

export class SecurityEventView {
  @ApiProperty({ enum: EVENT_TYPES, description: 'What happened: docs/reference/events.md.' })
  type!: string;

  @Time()
  at!: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The client address; null for what an administrator or the service has done.',
  })
  ip!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The `User-Agent`; null for what an administrator or the service has done, and where it is not known.',
  })
  client!: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'The `device_id`; null where it is not known.',
  })
  device!: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description:
      'What the type does not say: why a session was ended (`session.revoked`), `void` of a password that was invalidated, `undone` of a change of ' +
      'the email, `not_mailed` of a link that an administrator made; else null.',
  })
  reason!: string | null;
}

export class SecurityEventList extends PageView {
  @ApiProperty({ type: [SecurityEventView], description: 'Newest first, of the last 90 days.' })
  events!: SecurityEventView[];
}

export function toDeviceList(devices: ListedDevice[]): DeviceList {
  return { devices: devices.map(toDevice) };
}

/** Rounds the last use down to the minute: the second would show a thief when the owner refreshes. */
function toDevice({ deviceId, userAgent, createdAt, lastUsedAt, trustedUntil, current }: ListedDevice): DeviceView {
  return {
    device_id: deviceId,
    client: userAgent,
    created_at: createdAt,
    last_used_at: lastUsedAt - (lastUsedAt % 60),
    trusted_until: trustedUntil,
    current,
  };
}

export function toSecurityEventList(page: ListPage<SecurityEvent>): SecurityEventList {
  const events = page.rows.map(({ type, at, ip, client, deviceId: device, reason }) => {
    return { type, at, ip, client, device, reason };
  });
  return { events, ...toPage(page) };
}
