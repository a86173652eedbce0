/** nginx as a load balancer of replicas, with the settings that README.md shows, word for word. It runs as a child of the test and ends with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';

const INSTALLED = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx'];

/** Returns the installed program; undefined where there is none. */
export function installedNginx(): string | undefined {
  return INSTALLED.find((candidate) => existsSync(candidate));
}

export interface Balancer {
  readonly url: string;
  /** What nginx has written of faults. */
  readonly faults: () => Promise<string>;
  stop(): Promise<void>;
}

/** Starts nginx in front of the replicas that listen on these ports. */
export async function startBalancer(program: string, replicaPorts: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o700);
  const port = await freePort();
  await writeFile(path.join(folder, 'nginx.conf'), configuration(folder, port, replicaPorts));
  const child = spawn(program, ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${said}`);
  }
  return {
    url,
    faults: () => readFile(path.join(folder, 'error.log'), 'utf8'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/balancer`).then(
    async (answer) => (await answer.text()) === 'nginx',
    () => false,
  );
}

function configuration(folder: string, port: number, replicaPorts: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ');
  return `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary}
  ${settings(port, replicaPorts)}
}
`;
}

/** The settings of README.md, for these ports. */
function settings(port: number, replicaPorts: readonly number[]): string {
  const shown = /```nginx\n([^]*?)```/.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
  const servers = replicaPorts.map((replica) => `  server 127.0.0.1:${replica} max_fails=0;\n`).join('');
  return shown
    .replace(/(?:^ *server 10\..*\n)+/m, servers)
    .replace(/^ *access_log .*$/m, '')
    .replace(/^server \{$/m, `server {\n  listen 127.0.0.1:${port};\n  location = /balancer { return 200 nginx; }`);
}
