/** A site whose disk fills up or becomes read-only: it says what fails, and goes on serving pages that it has never rendered. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canMount, type OwnDisk, onOwnDisk, ownDisk } from '../support/own-disk.ts';
import { type RunningSite, startSite } from '../support/site.ts';

describe.runIf(canMount())('a site on a disk of its own (Linux with mount namespaces)', () => {
  let directory: string;
  let site: RunningSite;
  let disk: OwnDisk;

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'disco-'));
    site = await startSite({ dataDirectory: directory, environment: { DEMO_CONTENT: 'off' }, startedBy: onOwnDisk(directory, 300) });
    disk = ownDisk(site.process.pid ?? 0, directory);
  });
  afterAll(async () => {
    await site.stop();
    await rm(directory, { recursive: true });
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
});
