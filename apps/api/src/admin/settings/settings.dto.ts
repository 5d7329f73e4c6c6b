import type { SettingInForce } from '@app/config';
import { ApiProperty } from '@nestjs/swagger';

export class SettingView {
  @ApiProperty({ example: 'MAX_SESSIONS' })
  name!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The value in force; of a URL only the protocol and the host. Null without a value, and for a secret.',
  })
  value!: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The default value.' })
  default!: string | null;

  @ApiProperty({ description: 'Whether it is set in the environment or in `.env`.' })
  given!: boolean;

  @ApiProperty({ description: 'Whether it is a secret, whose value no answer has.' })
  secret!: boolean;

  @ApiProperty({ description: 'Whether it has a value.' })
  set!: boolean;

  @ApiProperty({ description: 'Whether the value is weaker than the default with `SECURITY_PROFILE=strict`.' })
  weak!: boolean;
}

export class SettingList {
  @ApiProperty({ type: [SettingView] })
  settings!: SettingView[];
}

export function toSettingList(settings: SettingInForce[]): SettingList {
  return { settings: settings.map(toSetting) };
}

function toSetting({ name, value, default: byDefault, given, secret, set, weak }: SettingInForce): SettingView {
  return { name, value, default: byDefault, given, secret, set, weak };
}
