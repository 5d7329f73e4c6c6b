import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { ConfigMap, PodSpec, Secret, Service } from 'kubernetes-types/core/v1.js';
import type { Ingress } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';
import { Env } from '../../libs/config/src/env.js';
import { describeOn } from '../support/database/database.js';
import { ROOT, read } from '../support/docs/documents.js';
import { readYaml } from '../support/docs/parsers.js';
import { compile, writeFileInto } from '../support/docs/recipe.js';
import { App } from '../support/service/app.js';

/** These tests do not depend on the database. */

const SECRET = 'a secret for tests, long enough to be one';
const FOLDER = 'docs/kubernetes';
/** How long the service may take to stop after SHUTDOWN_DELAY, in seconds: see test/resilience/stopping.each.spec.ts. */
const STOP_SECONDS = 12;

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
}

const files = readdirSync(join(ROOT, FOLDER));
const resources = files.flatMap((name) => readYaml(read(`${FOLDER}/${name}`)) as Resource[]);

function the<T>(kind: string, name?: string): T & Resource {
  const found = resources.filter(
    ({ kind: its, metadata }) => its === kind && metadata.name === (name ?? metadata.name),
  );
  expect(found).toHaveLength(1);
  return found[0] as T & Resource;
}

/** A TypeScript file in which each resource is a value of its type: an unknown field does not compile. */
function typed(): string {
  return resources
    .map((resource, index) => {
      const [group = '', version = 'core/v1'] = resource.apiVersion.split('/');
      const module = version === 'core/v1' ? version : `${group.split('.')[0]}/${version}`;
      const type = `import('kubernetes-types/${module}.js').${resource.kind}`;
      return `export const resource${index}: ${type} = ${JSON.stringify(resource)};\n`;
    })
    .join('');
}

describeOn('sqlite')('the Kubernetes manifests', () => {
  const deployment = the<Deployment>('Deployment');
  const job = the<Job>('Job');
  const pod = deployment.spec?.template.spec as PodSpec;
  const [container] = pod.containers;
  const pods = [pod, job.spec?.template.spec as PodSpec];

  it('have the types of Kubernetes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-manifests-'));
    try {
      symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      writeFileInto(folder, 'manifests.ts', typed());
      compile(folder, ['manifests.ts']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refer to each other by existing labels', () => {
    const labels = deployment.spec?.template.metadata?.labels;
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect(the<Service>('Service').spec?.selector).toEqual(labels);
    expect(the<PodDisruptionBudget>('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels);
    expect(pod.topologySpreadConstraints?.[0]?.labelSelector?.matchLabels).toEqual(labels);
    // The service must not route requests of users to the job.
    expect(job.spec?.template.metadata?.labels).not.toEqual(labels);
  });

  it('refer to existing ports', () => {
    const named = Object.fromEntries((container?.ports ?? []).map(({ name, containerPort }) => [name, containerPort]));
    const settings = the<ConfigMap>('ConfigMap').data ?? {};
    expect(named).toEqual({ http: 3000, metrics: Number(settings.METRICS_PORT) });
    expect(deployment.spec?.template.metadata?.annotations?.['prometheus.io/port']).toBe(settings.METRICS_PORT);
    const [port] = the<Service>('Service').spec?.ports ?? [];
    expect(port?.targetPort).toBe('http');
    const [rule] = the<Ingress>('Ingress').spec?.rules ?? [];
    const backend = rule?.http?.paths[0]?.backend.service;
    expect(backend).toEqual({ name: the('Service').metadata.name, port: { name: port?.name } });
    expect(`https://${rule?.host}`).toBe(settings.BASE_URL);
  });

  it('give the service valid settings only', () => {
    const config = the<ConfigMap>('ConfigMap').data ?? {};
    const secret = the<Secret>('Secret', 'latchkey').stringData ?? {};
    for (const { containers } of pods) {
      expect(containers[0]?.envFrom).toEqual([
        { configMapRef: { name: the('ConfigMap').metadata.name } },
        { secretRef: { name: 'latchkey' } },
      ]);
    }
    const example = read('.env.example');
    const names = [...Object.keys(config), ...Object.keys(secret)];
    expect(names.filter((name) => !new RegExp(`^${name}=`, 'm').test(example))).toEqual([]);
    expect(Object.values(secret).filter((value) => value !== '')).toEqual([]);
    const { trustProxy } = new Env({ ...config, AUTH_SECRET: SECRET });
    expect(trustProxy).toBe(1);
  });

  it('migrate as a separate database user, whose password the service does not get', () => {
    const secret = the<Secret>('Secret', 'latchkey-migrate');
    expect(secret.stringData).toEqual({ DATABASE_URL: '' });
    const secretKeyRef = { name: secret.metadata.name, key: 'DATABASE_URL' };
    expect(pods.map(({ containers }) => containers[0]?.env)).toEqual([
      undefined,
      [{ name: 'DATABASE_URL', valueFrom: { secretKeyRef } }],
    ]);
  });

  it('run every pod without root, with a read-only file system and without extra capabilities', () => {
    for (const { securityContext, containers, automountServiceAccountToken } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(automountServiceAccountToken).toBe(false);
      expect(containers[0]?.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containers[0]?.image).toBe(container?.image);
      expect(Object.keys(containers[0]?.resources?.requests ?? {})).toEqual(['cpu', 'memory']);
    }
  });

  it('probe endpoints that answer, and give the service enough time to stop', async () => {
    const app = await App.start();
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      expect((await app.get(probe?.httpGet?.path ?? '')).status).toBe(200);
      expect(probe?.httpGet?.port).toBe('http');
    }
    await app.stop();
    expect(livenessProbe?.httpGet?.path).not.toBe(readinessProbe?.httpGet?.path);
    const { shutdownDelay } = new Env({ AUTH_SECRET: SECRET, BASE_URL: 'https://auth.example.com' });
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(shutdownDelay + STOP_SECONDS);
  });
});
