import type { INestApplicationContext } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { refusalsOf } from './access.decorator.js';

/** @throws {Error} for a route whose handler does not declare who may call it */
export function requireAccess(app: INestApplicationContext): void {
  const scanner = new MetadataScanner();
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  for (const { metatype } of controllers) {
    const { name = '', prototype = {} } = metatype ?? {};
    for (const method of scanner.getAllMethodNames(prototype)) {
      const handler = Reflect.get(prototype, method);
      if (!Reflect.hasMetadata(PATH_METADATA, handler) || refusalsOf(handler)) continue;
      throw new Error(`${name}.${method} does not declare who may call it: it needs @Access.`);
    }
  }
}
