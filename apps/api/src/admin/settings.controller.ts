import { Env, type SettingInForce } from '@app/config';
import { type CheckResult, ChecksService, type Report } from '@app/flows';
import { Controller } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

const STATUSES = ['ok', 'warn', 'fail', 'skip'];

export class CheckView {
  @ApiProperty({ description: 'The name of the check. A check can have several findings.', example: 'mail' })
  name!: string;

  @ApiProperty({ enum: STATUSES, description: '`skip`: it could not run.' })
  status!: CheckResult['status'];

  @ApiProperty({ description: 'What was found, without secrets.' })
  found!: string;

  @ApiProperty({ type: 'string', nullable: true, description: 'How to correct it.' })
  cure!: string | null;
}

export class CheckList {
  @ApiProperty({ description: 'Whether nothing fails.' })
  healthy!: boolean;

  @ApiProperty({ type: 'integer', description: 'When the checks ended, in UNIX epoch seconds.' })
  checked_at!: number;

  @ApiProperty({ type: [CheckView], description: 'In the order of `latchkey doctor`.' })
  checks!: CheckView[];
}

function toCheckList({ at, results }: Report): CheckList {
  return {
    healthy: results.every(({ status }) => status !== 'fail'),
    checked_at: at,
    checks: results.map(({ name, status, found, cure = null }) => ({ name, status, found, cure })),
  };
}

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

function toSettingList(settings: SettingInForce[]): SettingList {
  return { settings: settings.map(toSetting) };
}

function toSetting({ name, value, default: byDefault, given, secret, set, weak }: SettingInForce): SettingView {
  return { name, value, default: byDefault, given, secret, set, weak };
}

@ApiTags('Admin: checks and settings')
@Controller('api/admin/checks')
export class ChecksController {
  constructor(private readonly checks: ChecksService) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminRunChecks',
    summary: 'Check the service and what it depends on',
    description:
      'The findings of `latchkey doctor`, seen from the running service. Changes nothing. Takes at most about 30 seconds; a report is kept for 10 seconds.',
    answers: CheckList,
  })
  async run(): Promise<CheckList> {
    return toCheckList(await this.checks.report());
  }
}

@ApiTags('Admin: checks and settings')
@Controller('api/admin/settings')
export class SettingsController {
  constructor(private readonly env: Env) {}

  @Endpoint('GET', Access('admin', 'read', 'reads'), {
    id: 'adminListSettings',
    summary: 'List the settings in force',
    description: 'With their defaults. Of a secret, only whether it is set.',
    answers: SettingList,
  })
  list(): SettingList {
    return toSettingList(this.env.inForce);
  }
}
