import { Caller, type CallerIdentity } from '@app/auth';
import { Identities } from '@app/federation';
import { UnlinkService } from '@app/flows';
import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';
import { IdentityList, toIdentityList } from './identities.dto.js';

@ApiTags('External providers')
@Controller('api/auth/user/identities')
export class IdentitiesController {
  constructor(
    private readonly identities: Identities,
    private readonly service: UnlinkService,
  ) {}

  @Get()
  @Endpoint({ id: 'listIdentities', noEvents: true, answers: IdentityList })
  @Access('user')
  async list(@Caller() { uid }: CallerIdentity): Promise<IdentityList> {
    return toIdentityList(await this.identities.list(uid));
  }

  @Delete(':identity_id')
  @Endpoint({
    id: 'unlinkIdentity',
    bodiless: true,
    fails: ['IDENTITY_NOT_FOUND', 'LAST_SIGN_IN_METHOD', 'REAUTHENTICATION_REQUIRED'],
  })
  @Access('user:write')
  unlink(@Caller() caller: CallerIdentity, @Param('identity_id') identityId: string): Promise<void> {
    return this.service.unlinkOwn(caller, identityId);
  }
}
