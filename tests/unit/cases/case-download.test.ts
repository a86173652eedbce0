import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import type { StoredFile } from '../../../server/backend/backend.ts';
import { sendCaseDownload } from '../../../server/cases/case-download.ts';
import { listening } from '../../support/listening.ts';

const warnings: string[] = [];
const collect = ({ name }: Error): void => void warnings.push(name);
process.on('warning', collect);
afterEach(() => void process.off('warning', collect));

test('a download makes no warning of a leak beside the parts that follow the end of the response', async () => {
  const file = { name: 'carta.csv', mimeType: 'text/csv', size: 3, open: () => Readable.from(['a;b']) } as unknown as StoredFile;
  const sent: ServerResponse[] = [];
  await using site = await listening((_req, res) => {
    for (let part = 0; part < 4; part += 1) res.once('close', () => undefined);
    sent.push(res);
    void sendCaseDownload(res, file);
  });
  const answer = await fetch(site.origin);
  expect(await answer.text()).toBe('a;b');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const [res] = sent;
  if (res !== undefined && !res.closed) await once(res, 'close');
  expect(warnings).toEqual([]);
});
