// Proxies in front of several replicas. Each has the port at which clients send their requests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/run/machine.mjs';

const LOOPBACK = '127.0.0.1';

export const hasNginx = () => spawnSync('nginx', ['-v']).status === 0;

/** nginx as docs/start-and-stop.md configures it. A replica is marked as down before it stops, and nginx reads its configuration again. */
export async function startNginx(ports) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-nginx-'));
  const port = await freePort();
  const write = (down) => writeFileSync(join(folder, 'nginx.conf'), nginxConfig(folder, port, ports, down));
  write();
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  await untilAnswers(port);
  return {
    port,
    mark: async (down) => {
      write(down);
      child.kill('SIGHUP');
      // The former workers finish their requests.
      await sleep(1_000);
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function nginxConfig(folder, port, ports, down) {
  const servers = ports.map(
    (each) => `server ${LOOPBACK}:${each} ${each === down ? 'down' : 'max_fails=1 fail_timeout=2s'};`,
  );
  return `worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; daemon off;
    events { worker_connections 1024; }
    http {
      access_log off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      upstream latchkey { ${servers.join(' ')} keepalive 16; }
      server {
        listen ${LOOPBACK}:${port};
        location / {
          proxy_pass http://latchkey;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
        }
      }
    }`;
}

/**
 * Sends requests to the replicas in turn, on connections that it keeps. It asks each for /health/ready every half a second,
 * and repeats no request.
 */
export async function startNaiveProxy(ports) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(ports);
  const poll = setInterval(() => {
    for (const port of ports) {
      fetch(`http://${LOOPBACK}:${port}/health/ready`).then(
        ({ ok }) => (ok ? ready.add(port) : ready.delete(port)),
        () => ready.delete(port),
      );
    }
  }, 500);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const chosen = [...ready][turn++ % Math.max(1, ready.size)];
    const { method, url, headers } = incoming;
    const refuse = () => outgoing.headersSent || outgoing.writeHead(502).end();
    const passed = request({ host: LOOPBACK, port: chosen, method, path: url, headers, agent }, (answer) => {
      const { connection: _own, ...others } = answer.headers;
      outgoing.writeHead(answer.statusCode, others);
      answer.pipe(outgoing);
    });
    passed.on('error', refuse);
    incoming.pipe(passed);
  });
  await once(server.listen(0, LOOPBACK), 'listening');
  return {
    port: server.address().port,
    /** It finds out by itself. */
    mark: async () => {},
    stop: async () => {
      clearInterval(poll);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function untilAnswers(port) {
  const answers = () =>
    fetch(`http://${LOOPBACK}:${port}/health/live`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await sleep(50);
}
