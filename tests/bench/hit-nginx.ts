/** nginx's cache in front of another server, as a peer of `hit.ts`: one worker, without a log, with open files kept. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/free-port.ts';

interface NginxCache {
  readonly port: number;
  /** Process that answers. */
  readonly worker: number;
  readonly stop: () => void;
}

/** Starts nginx with an empty cache over a server on this port. */
export async function startNginxCache(program: string, originPort: number): Promise<NginxCache> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o700);
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, originPort));
  const child = spawn(program, ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')], { stdio: 'ignore' });
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
  const stop = (): void => {
    void once(child, 'exit').then(() => rm(folder, { recursive: true, force: true }));
    child.kill('SIGQUIT');
  };
  return { port, worker: await workerOf(child.pid ?? 0), stop };
}

/** Returns the microseconds for which a process has run. Linux only. */
export async function cpuOf(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1_000;
}

/** Returns the bytes of a process in memory. Linux only. */
export async function residentOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

async function workerOf(parent: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [, owner] = /^\d+ \(.*\) . (\d+)/.exec(stat) ?? [];
    if (Number(owner) === parent && (await readFile(`/proc/${name}/cmdline`, 'utf8')).includes('worker')) return Number(name);
  }
  throw new Error('nginx has no worker');
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/started`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Every coding has a key of its own, because the edge behind it negotiates. */
function configuration(folder: string, port: number, originPort: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ');
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 8192; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=10m;
  ${temporary}
  proxy_cache_path ${folder}/cache keys_zone=hits:10m;
  server {
    listen 127.0.0.1:${port};
    location = /started { return 200; }
    location / {
      proxy_pass http://127.0.0.1:${originPort};
      proxy_set_header Host $host;
      proxy_set_header Accept-Encoding $http_accept_encoding;
      proxy_cache hits;
      proxy_cache_key $uri$http_accept_encoding;
      proxy_cache_valid 200 1h;
      proxy_ignore_headers Vary Cache-Control Expires X-Accel-Expires;
    }
  }
}
`;
}
