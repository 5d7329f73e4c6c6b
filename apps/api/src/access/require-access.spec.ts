import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Access, requireAccess } from './access.decorator.js';

@Controller()
class Declared {
  @Get()
  @Access('public')
  show(): void {}

  helper(): void {}
}

@Controller()
class Forgotten extends Declared {
  @Get('list')
  list(): void {}
}

async function start(...controllers: (new () => object)[]): Promise<void> {
  @Module({ controllers })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: false });
  try {
    requireAccess(app);
  } finally {
    await app.close();
  }
}

it('a service whose routes all declare their access starts', async () => {
  await expect(start(Declared)).resolves.toBeUndefined();
});

it('a route that does not declare its access is named at the start', async () => {
  await expect(start(Declared, Forgotten)).rejects.toThrow(/^Forgotten\.list .* Access/);
});

it('a route of the admin API that does not declare what it does is named at the start', async () => {
  @Controller('api/admin/things')
  class Vague {
    @Get()
    @Access('public')
    list(): void {}
  }
  await expect(start(Declared, Vague)).rejects.toThrow(/^Vague\.list .* Access\('admin'/);
});
