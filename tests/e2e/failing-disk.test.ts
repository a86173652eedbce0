/** A site whose disk fills up, becomes read-only or waits: it says what fails, and goes on serving pages. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMount, type OwnDisk, onOwnDisk, ownDisk } from '../support/disk/own-disk.ts';
import { type RunningSite, startSite } from '../support/site.ts';

describe.runIf(canMount())('a site on a disk of its own (Linux with mount namespaces)', () => {
  let directory: string;
  let site: RunningSite;
  let disk: OwnDisk;
  /** While it is there, the disk waits. */
  let waits: string;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'disco-'));
    waits = `${directory}-espera`;
    const waiting = pathToFileURL(path.resolve('tests/support/disk/waiting-disk.ts')).href;
    const environment = { DEMO_CONTENT: 'off', NODE_OPTIONS: `--import=${waiting}`, DISK_WAITS: waits };
    site = await startSite({ dataDirectory: directory, environment, startedBy: onOwnDisk(directory, 300) });
    disk = ownDisk(site.process.pid ?? 0, directory);
  });
  afterAll(async () => {
    await site.stop();
    for (const place of [directory, waits, `${waits}-ocupado`]) await rm(place, { recursive: true, force: true });
  });

  const readiness = async (): Promise<unknown> => {
    const answer = await fetch(`${site.url}/health/ready`);
    const { status, reasons } = (await answer.json()) as { readonly status: string; readonly reasons: readonly string[] };
    return { http: answer.status, status, reasons };
  };
  const READY = { http: 200, status: 'ready', reasons: [] };
  const within = { timeout: 20_000, interval: 250 };

  test('is degraded and serves new pages while the disk is full, and ready when there is room again', async () => {
    await expect.poll(readiness, within).toEqual(READY);
    await disk.fill();
    await expect.poll(readiness, within).toEqual({ http: 200, status: 'degraded', reasons: ['storage: disk-full'] });
    expect((await fetch(`${site.url}/informacoes/noticias?ano=1998`)).status).toBe(200);
    await disk.makeRoom();
    await expect.poll(readiness, within).toEqual(READY);
  });

  test('is degraded and serves new pages while the data directory is read-only, and ready when it can be written again', async () => {
    await expect.poll(readiness, within).toEqual(READY);
    disk.makeReadOnly();
    await expect.poll(readiness, within).toEqual({ http: 200, status: 'degraded', reasons: ['storage: read-only'] });
    expect((await fetch(`${site.url}/informacoes/noticias?ano=1997`)).status).toBe(200);
    disk.makeWritable();
    await expect.poll(readiness, within).toEqual(READY);
  });

  test('sends stored pages while the disk waits, and what was asked meanwhile when it goes on', async () => {
    const cacheStatus = async (): Promise<string | null> => (await fetch(`${site.url}/informacoes/faq`)).headers.get('cache-status');
    await expect.poll(cacheStatus, within).toMatch(/^edge; hit/);
    await writeFile(waits, '');
    const answered: string[] = [];
    const form = new URLSearchParams({ endereco: '/informacoes/faq', util: 'sim' });
    const written = fetch(`${site.url}/_avaliacao`, { method: 'POST', body: form, redirect: 'manual' });
    const follow = (name: string, answer: Promise<Response>): Promise<unknown> =>
      answer.then(({ status }) => answered.push(`${name} ${status}`));
    const writing = follow('form', written);
    await expect.poll(() => existsSync(`${waits}-ocupado`), within).toBe(true);
    const reading = follow('new page', fetch(`${site.url}/informacoes/noticias?ano=1996`));
    expect(await cacheStatus()).toMatch(/^edge; hit/);
    expect(answered).toEqual([]);
    await rm(waits);
    await Promise.all([writing, reading]);
    expect(answered.toSorted()).toEqual(['form 303', 'new page 200']);
    await expect.poll(readiness, within).toEqual(READY);
  });
});

test.runIf(canMount())('a start on a full disk names the directory and says what to do (Linux with mount namespaces)', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'disco-cheio-'));
  try {
    const start = startSite({ dataDirectory: directory, environment: { DEMO_CONTENT: 'off' }, startedBy: onOwnDisk(directory, 20) });
    await expect(start).rejects.toThrow(
      `DATA_DIR: the disk of ${directory} has 0 MB left, and the database cannot start; make room and start again`,
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
