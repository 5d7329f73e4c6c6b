import type { INestApplicationContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { refusalsOf } from './access.decorator.js';
import { operationOf } from './admin.guard.js';

/** The admin API, in which one operation is for people who are no administrators yet. */
const ADMIN_API = /^\/?api\/admin(?:\/|$)/;
const SIGN_IN = 'ConsoleSessionController.open';

/** @throws {Error} for a route whose handler does not declare who may call it, or in the admin API what it does */
export function requireAccess(app: INestApplicationContext): void {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  for (const { metatype } of controllers) {
    const { name = '', prototype = {} } = metatype ?? {};
    for (const method of scanner.getAllMethodNames(prototype)) {
      const handler = Reflect.get(prototype, method);
      if (!Reflect.hasMetadata(PATH_METADATA, handler)) continue;
      const path = String(Reflect.getMetadata(PATH_METADATA, metatype as object));
      if (ADMIN_API.test(path) && !operationOf(handler) && `${name}.${method}` !== SIGN_IN)
        throw new Error(`${name}.${method} does not declare what it does: it needs @Access('admin', …).`);
      if (refusalsOf(handler)) continue;
      throw new Error(`${name}.${method} does not declare who may call it: it needs @Access.`);
    }
  }
}
