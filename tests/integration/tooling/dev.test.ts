/** `npm run dev` on a copy of the sources: what is changed there shows on the next request, without a new start. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dataDirectoryAt } from '../../../server/backend/embedded/data-directory/layout.ts';
import { hydrated } from '../../e2e/pages.ts';
import { startBrowser } from '../../support/browser.ts';
import { putMigratedDatabase } from '../../support/embedded/migrated-database.ts';
import { freePort } from '../../support/free-port.ts';

const COPIED = ['client', 'server', 'shared', 'public', 'package.json', 'vite.config.ts', 'tsconfig.json'];
const PAGE = '/informacoes/faq';

let root: string;
let url: string;
let server: ChildProcess;
let output = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'desenvolvimento-'));
  for (const name of COPIED) await cp(name, path.join(root, name), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const { database } = dataDirectoryAt(path.join(root, '.data'));
  await mkdir(database, { recursive: true });
  await putMigratedDatabase(database);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['server/tooling/dev.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: String(port), DEMO_CONTENT: 'off' },
  });
  for (const stream of [server.stdout, server.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => void (output += text));
  const ready = async (): Promise<void> => {
    if ((await status('/health/ready')) !== 200) throw new Error(output);
  };
  await vi.waitFor(ready, { timeout: 100_000, interval: 100 });
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  await rm(root, { recursive: true });
});

async function status(target: string): Promise<number> {
  if (server.exitCode !== null) throw new Error(output);
  return fetch(url + target).then(
    (response) => response.status,
    () => 0,
  );
}

const textOf = async (target: string): Promise<string> => (await fetch(url + target)).text();

async function change(file: string, from: string, to: string): Promise<void> {
  const target = path.join(root, file);
  const text = await readFile(target, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(target, text.replace(from, to));
}

describe('the development server shows a change', { timeout: 120_000 }, () => {
  test('shows a change of the table of routes', async () => {
    expect(await textOf(PAGE)).toContain('<title>Perguntas frequentes');
    await change('shared/routes/familias/informacoes.ts', "title: 'Perguntas frequentes'", "title: 'Perguntas mudadas'");
    await expect.poll(() => textOf(PAGE)).toContain('<title>Perguntas mudadas');
  });

  test('shows a change of an operation', async () => {
    expect(await textOf(`${PAGE}/_payload.json`)).not.toContain('"quantas"');
    await change('shared/graphql/operations/informacoes/faq.graphql', 'aggregate {\n      count', 'aggregate {\n      quantas: count');
    await expect.poll(() => textOf(`${PAGE}/_payload.json`)).toContain('"quantas"');
  });

  test("shows the backend's own message for a refused operation in the console alone", async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const told: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && told.push(message.text())));
      await change(
        'shared/graphql/operations/institucional/organograma.graphql',
        '    unidade_superior_id\n',
        '    unidade_superior_id\n    naoExiste\n',
      );
      await expect.poll(() => textOf('/institucional/organograma/_payload.json')).toContain('naoExiste');
      await page.goto(url);
      await hydrated(page);
      await page.locator('[data-menu] a[href="/institucional/organograma"]').first().dispatchEvent('click');
      await expect.poll(() => told).toContainEqual(expect.stringMatching(/^\[backend\] .*naoExiste/));
      expect(await page.locator('body').innerText()).not.toContain('naoExiste');
    } finally {
      await browser.close();
    }
  });

  test('shows a change of a page', async () => {
    expect(await textOf(PAGE)).toContain('Não encontrou a resposta?');
    await change('client/pages/faq/page.tsx', 'Não encontrou a resposta?', 'Ficou com dúvida?');
    await expect.poll(() => textOf(PAGE)).toContain('Ficou com dúvida?');
  });

  test('shows a change of the server', async () => {
    const frameOptions = async (): Promise<string | null> => (await fetch(url + PAGE)).headers.get('x-frame-options');
    expect(await frameOptions()).toBe('SAMEORIGIN');
    await change('server/http/security-headers.ts', "action: 'sameorigin'", "action: 'deny'");
    await expect.poll(frameOptions).toBe('DENY');
  });

  test('opens the database again after a change of the backend', async () => {
    await change('server/backend/embedded/health.ts', 'export function', '// changed\nexport function');
    await expect.poll(() => output, { timeout: 100_000 }).toContain('"server/backend/embedded/health.ts"');
    await expect.poll(() => status('/health/ready')).toBe(200);
  });

  test('keeps the old code while changed code does not run, and shows the repair', async () => {
    await change('server/app.ts', 'export function', 'const x = ;\nexport function');
    await expect.poll(() => output).toContain('the new code does not run');
    expect(await status(PAGE)).toBe(200);
    await change('server/app.ts', 'const x = ;\n', '');
    await change(
      'server/http/security-headers.ts',
      /action: '\w+'/.exec(await readFile(path.join(root, 'server/http/security-headers.ts'), 'utf8'))?.[0] ?? '',
      "action: 'sameorigin'",
    );
    await expect.poll(async () => (await fetch(url + PAGE)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test.each([
    ['server/main.ts', "'stopping'", "'ending'"],
    ['server/config/mail.ts', 'export function', '// changed\nexport function'],
  ])('begins anew after a change of %s, which the process reads once', async (file, from, to) => {
    const starts = (): number => output.split('"readyInMs"').length;
    const before = starts();
    await change(file, from, to);
    await expect.poll(starts, { timeout: 100_000 }).toBe(before + 1);
    await expect.poll(() => status(PAGE)).toBe(200);
  });
});
