import { Env, type SettingInForce } from '@app/config';
import { ChecksService, type Report } from '@app/flows';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { Answer, t, viewOf } from '../wire/answers.dto.js';

const STATUSES = ['ok', 'warn', 'fail', 'skip'];

class CheckView extends Answer({
  name: t.string({ description: 'The name of the check. A check can have several findings.', example: 'mail' }),
  status: t.oneOf(STATUSES, '`skip`: it could not run.'),
  found: t.string('What was found, without secrets.'),
  cure: t.orNull(t.string('How to correct it.')),
}) {}

export class CheckList extends Answer({
  healthy: t.boolean('Whether nothing fails.'),
  checked_at: t.integer('When the checks ended, in UNIX epoch seconds.'),
  checks: t.list(CheckView, 'In the order of `latchkey doctor`.'),
}) {}

function toCheckList({ at, results }: Report): CheckList {
  return {
    healthy: results.every(({ status }) => status !== 'fail'),
    checked_at: at,
    checks: results.map(({ name, status, found, cure = null }) => ({ name, status, found, cure })),
  };
}

class SettingView extends Answer({
  name: t.string({ example: 'MAX_SESSIONS' }),
  value: t.orNull(
    t.string('The value in force; of a URL only the protocol and the host. Null without a value, and for a secret.'),
  ),
  default: t.orNull(t.string('The default value.')),
  given: t.boolean('Whether it is set in the environment or in `.env`.'),
  secret: t.boolean('Whether it is a secret, whose value no answer has.'),
  set: t.boolean('Whether it has a value.'),
  weak: t.boolean('Whether the value is weaker than the default with `SECURITY_PROFILE=strict`.'),
}) {}

export class SettingList extends Answer({
  settings: t.list(SettingView),
}) {}

function toSettingList(settings: SettingInForce[]): SettingList {
  return { settings: settings.map((setting) => viewOf(SettingView, setting)) };
}

@ApiTags('Admin: checks and settings')
@Controller('api/admin')
export class SettingsController {
  constructor(
    private readonly checks: ChecksService,
    private readonly env: Env,
  ) {}

  @Endpoint('GET checks', Access('admin', 'read', 'reads'), {
    id: 'adminRunChecks',
    summary: 'Check the service and what it depends on',
    description:
      'The findings of `latchkey doctor`, seen from the running service. Changes nothing. Takes at most about 30 seconds; a report is kept for 10 seconds.',
    answers: CheckList,
  })
  async run(): Promise<CheckList> {
    return toCheckList(await this.checks.report());
  }

  @Endpoint('GET settings', Access('admin', 'read', 'reads'), {
    id: 'adminListSettings',
    summary: 'List the settings in force',
    description: 'With their defaults. Of a secret, only whether it is set.',
    answers: SettingList,
  })
  list(): SettingList {
    return toSettingList(this.env.inForce);
  }
}
