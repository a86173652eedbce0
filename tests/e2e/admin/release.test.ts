/** A release: the old process lets its visitors finish, and a form that was open before asks the new build for files of the old one. */
import { on, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { otherBuild } from '../../support/replicas/other-build.ts';
import { type RunningSite, startSite } from '../../support/site.ts';

const ASSETS = 'dist/admin/assets';

const QUESTION = 'HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n';

async function answerTo(socket: Socket, question: string): Promise<string> {
  let answer = '';
  socket.write(question);
  for await (const [chunk] of on(socket, 'data', { close: ['end'] })) {
    answer += String(chunk);
    if (answer.endsWith('\r\n\r\n')) break;
  }
  return answer;
}

interface End {
  readonly exitCode: number;
  /** The answer to the request that was half sent. */
  readonly late: string;
}

/** Ends a site while one connection is unused, after answers at the socket, and the request of another is half sent. */
async function endWithVisitors(site: RunningSite): Promise<End> {
  const { process: child } = site;
  const port = Number(new URL(site.url).port);
  const [unused, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await expect.poll(() => answerTo(unused, QUESTION)).toContain('Cache-Status: edge; hit');
  await answerTo(unused, QUESTION);
  await new Promise((resolve) => late.write(QUESTION.slice(0, -2), resolve));
  const ends = Promise.all([unused, late].map((socket) => once(socket, 'close')));
  const exit = once(child, 'exit') as Promise<[number]>;
  child.kill('SIGTERM');
  await expect.poll(() => site.output()).toContain('stopping');
  const answer = await answerTo(late, QUESTION.slice(-2));
  await ends;
  const [exitCode] = await exit;
  return { exitCode, late: answer };
}

test('a process that ends answers what was begun and closes unused connections, and files of the administration that an earlier build named are answered by the next one', async () => {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'portal-'));
  const release = await otherBuild();
  try {
    const before = await startSite({ dataDirectory, copyOf: inject('loadedDataDirectory') });
    const ended = await endWithVisitors(before);
    expect(ended).toMatchObject({
      exitCode: 0,
      late: expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n(?:[^]*\r\n)?Connection: close\r\n/) as string,
    });
    const own = new Set(await readdir(path.join(release.root, ASSETS)));
    const earlier = (await readdir(ASSETS)).filter((name) => !own.has(name));
    expect(earlier.filter((name) => name.endsWith('.js'))).not.toEqual([]);
    const after = await startSite({ dataDirectory, root: release.root });
    try {
      const statuses = await Promise.all(
        [...earlier, ...own, 'main-00000000.js'].map(async (name) => [name, (await fetch(`${after.url}/assets/${name}`)).status]),
      );
      expect(statuses).toEqual([...[...earlier, ...own].map((name) => [name, 200]), ['main-00000000.js', 404]]);
    } finally {
      await after.stop();
    }
  } finally {
    await Promise.all([release.remove(), rm(dataDirectory, { recursive: true, force: true })]);
  }
});
