import type { Administrator } from '@app/flows';
import { AdminFactorService, AdminFactorsView, FactorResetView, ResetFactorsRequest, toAdminFactors } from '@app/flows';
import { Body, Controller, Delete, Get, Param, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Admin, AdminGuard, Scopes } from '../access/admin.guard.js';
import { Endpoint } from '../openapi/endpoint.decorator.js';

@ApiTags('Admin: users')
@Controller('api/admin/users/:uid/factors')
@UseGuards(AdminGuard)
export class AdminFactorsController {
  constructor(private readonly service: AdminFactorService) {}

  @Get()
  @Scopes('read')
  @Endpoint({ id: 'adminListFactors', admin: true, answers: AdminFactorsView, fails: ['USER_NOT_FOUND'] })
  async list(@Param('uid') uid: string): Promise<AdminFactorsView> {
    return toAdminFactors(await this.service.overview(uid));
  }

  @Post('reset')
  @Scopes('write')
  @Endpoint({
    id: 'adminResetFactors',
    admin: true,
    body: ResetFactorsRequest,
    answers: FactorResetView,
    fails: ['USER_NOT_FOUND'],
  })
  async reset(
    @Param('uid') uid: string,
    @Body() { reason, passkeys = false, identities = false }: ResetFactorsRequest,
    @Admin() admin: Administrator,
  ): Promise<FactorResetView> {
    return { due_at: await this.service.reset(uid, { reason, passkeys, identities }, admin) };
  }

  @Delete('reset')
  @Scopes('write')
  @Endpoint({
    id: 'adminStopReset',
    admin: true,
    bodiless: true,
    fails: ['USER_NOT_FOUND', 'RESET_NOT_FOUND'],
  })
  stopReset(@Param('uid') uid: string, @Admin() admin: Administrator): Promise<void> {
    return this.service.stopReset(uid, admin);
  }
}
