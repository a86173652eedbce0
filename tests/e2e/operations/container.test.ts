/** The image of the container, performed from the Dockerfile's lines in a folder, with the user and the rights that the container has. */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { commandOf } from '../../support/image/dockerfile.ts';
import { bytesOf, canPerform, performRuntimeStage, type RuntimeStage, startedInContainer } from '../../support/image/runtime-stage.ts';
import { type RunningSite, startSite } from '../../support/site.ts';

/** All bytes of the image, in MB. */
const MOST_MB = 230;

describe.skipIf(!canPerform())(
  'the image (skipped without the rights to mount and to change users, or without Debian and binutils)',
  () => {
    let folder: string;
    let image: RuntimeStage;

    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'imagem-'));
      image = performRuntimeStage(process.cwd(), folder);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    async function dataDirectory(name: string): Promise<string> {
      const made = path.join(folder, name);
      await mkdir(made);
      return made;
    }

    async function start(name: string, environment: Readonly<Record<string, string>>, copyOf?: string): Promise<RunningSite> {
      const data = await dataDirectory(name);
      const started = startedInContainer(image, { dataDirectory: data, environment: { ...environment, DATA_DIR: '/data' } });
      return startSite({ ...started, dataDirectory: data, ...(copyOf === undefined ? {} : { copyOf }) });
    }

    const statusOf = async ({ url }: RunningSite, address: string): Promise<number> => {
      const answer = await fetch(url + address, { headers: { Accept: 'text/html' } });
      await answer.arrayBuffer();
      return answer.status;
    };

    /** The command of HEALTHCHECK; throws where it fails. */
    function checkHealth({ url }: RunningSite): void {
      const [, ...parameters] = commandOf(image.stage, 'HEALTHCHECK');
      execFileSync(process.execPath, parameters, { env: { PORT: new URL(url).port } });
    }

    test('holds no tool of the build, no development package and no more than it needs', () => {
      const app = path.join(image.root, 'app');
      const [all, ofApp] = [image.root, app].map((place) => bytesOf(place) / 1e6);
      process.stdout.write(`the image has ${all?.toFixed(0)} MB, of them /app ${ofApp?.toFixed(0)} MB\n`);
      expect(all).toBeLessThan(MOST_MB);
      const files = readdirSync(app, { recursive: true }).map(String);
      expect(files.filter((file) => /(?:^|\/)(?:vite|typescript|vitest)\/package\.json$|^server\/tooling|^client\//.test(file))).toEqual(
        [],
      );
      expect(files.filter((file) => file.startsWith('node_modules/') && /\.map$|\.d\.[cm]?ts$/.test(file))).toEqual([]);
      expect(readFileSync(path.join(app, 'LICENCES.txt'), 'utf8')).toMatch(/^express 5\.[\d.]+ \(MIT\)$/m);
      const { bomFormat, components } = JSON.parse(readFileSync(path.join(app, 'sbom.cdx.json'), 'utf8')) as {
        bomFormat: string;
        components: { name: string }[];
      };
      expect([bomFormat, components.some(({ name }) => name === 'express'), components.some(({ name }) => name === 'vite')]).toEqual([
        'CycloneDX',
        true,
        false,
      ]);
    });

    test('starts without content as an unprivileged user who can write to the data alone, and ends on SIGTERM', async () => {
      const site = await start('vazio', {});
      try {
        expect(readFileSync(`/proc/${site.process.pid}/status`, 'utf8')).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
        expect(readFileSync(`/proc/${site.process.pid}/mounts`, 'utf8')).toMatch(/^\S+ \/ \S+ ro,/m);
        checkHealth(site);
        expect(await Promise.all(['/', '/lai', '/nao-existe'].map((address) => statusOf(site, address)))).toEqual([200, 200, 404]);
        await expect.poll(() => site.output()).toContain('SITE_URL is the address of this machine');
      } finally {
        await site.stop();
      }
      expect(site.process.exitCode).toBe(0);
    });

    test('serves the demonstration, whose loader finds its packages, as the binaries find their libraries', async () => {
      const site = await start('demonstracao', { DEMO_CONTENT: 'on' }, inject('loadedDataDirectory'));
      try {
        checkHealth(site);
        expect(await Promise.all(['/', '/informacoes/noticias', '/lai/MenuCompleto'].map((address) => statusOf(site, address)))).toEqual([
          200, 200, 200,
        ]);
      } finally {
        await site.stop();
      }
      const script = `const { loadDemonstration } = await import('./server/project/demo/load.ts');
      await Promise.all(['sharp', '@node-rs/argon2', '@electric-sql/pglite', '@electric-sql/pglite-17', 'unpdf'].map((name) => import(name)));
      console.log(typeof loadDemonstration)`;
      const data = await dataDirectory('carga');
      const { command, environment } = startedInContainer(image, { dataDirectory: data }, ['node', '--input-type=module', '-e', script]);
      const [program = '', ...parameters] = command;
      expect(execFileSync(program, parameters, { env: environment, encoding: 'utf8' }).trim()).toBe('function');
    });
  },
);

test('the files that Node runs are ASCII, of which it keeps one byte for each character in memory', async () => {
  const files = globSync('dist/{site,server}/*.js');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => /[^\0-\x7f]/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
