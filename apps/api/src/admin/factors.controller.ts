import { AdminFactorService, AdminFactorsView, FactorResetView, ResetFactorsRequest, toAdminFactors } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../access/access.decorator.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/factors')
export class AdminFactorsController {
  constructor(private readonly service: AdminFactorService) {}

  @Get()
  @Endpoint({ id: 'adminListFactors', answers: AdminFactorsView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'read', 'reads')
  async list(@Param('uid') uid: string): Promise<AdminFactorsView> {
    return toAdminFactors(await this.service.overview(uid));
  }

  @Post('reset')
  @Endpoint({ id: 'adminResetFactors', body: ResetFactorsRequest, answers: FactorResetView, fails: ['USER_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  async reset(
    @Param('uid') uid: string,
    @Body() { reason, passkeys = false, identities = false }: ResetFactorsRequest,
  ): Promise<FactorResetView> {
    return { due_at: await this.service.reset(uid, { reason, passkeys, identities }) };
  }

  @Delete('reset')
  @Endpoint({ id: 'adminStopReset', bodiless: true, fails: ['USER_NOT_FOUND', 'RESET_NOT_FOUND'] })
  @Access('admin', 'write', 'changes')
  stopReset(@Param('uid') uid: string): Promise<void> {
    return this.service.stopReset(uid);
  }
}
