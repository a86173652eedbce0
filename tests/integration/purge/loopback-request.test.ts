import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { SILENT_LOG } from '../../../server/observability/log.ts';
import { loopbackRequest } from '../../../server/purge/loopback-request.ts';
import { warmUp } from '../../../server/purge/warm-up.ts';
import { startPurgeServer } from './purge-server.ts';

const NEVER = new AbortController().signal;

describe('a loopback request', () => {
  it('stores the response for the first visitor', async () => {
    await using site = await startPurgeServer();
    await loopbackRequest({ server: site.server })('/lai', NEVER);
    expect((await site.call('/lai')).headers.get('cache-status')).toMatch(/hit/);
    expect(site.rendered).toEqual(['/lai']);
  });

  it('rejects a 5xx response', async () => {
    await using site = await startPurgeServer();
    await expect(loopbackRequest({ server: site.server })('/informacoes/faq', NEVER)).rejects.toThrow('answered 503');
  });

  it('rejects when the server has stopped listening', async () => {
    await expect(loopbackRequest({ server: createServer() })('/', NEVER)).rejects.toThrow('does not listen');
  });

  it('ends when the signal is aborted', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '0.0.0.0', resolve));
    const end = new AbortController();
    const asked = new Promise((resolve) => silent.once('request', resolve));
    const answer = loopbackRequest({ server: silent })('/', end.signal);
    await asked;
    end.abort();
    await expect(answer).rejects.toThrow('aborted');
    silent.closeAllConnections();
    silent.close();
  });

  it('serves the warm-up, one address after the other', async () => {
    await using site = await startPurgeServer();
    const report = await warmUp({
      request: loopbackRequest({ server: site.server }),
      addresses: ['/', '/lai', '/sic'],
      signal: NEVER,
      busy: () => false,
      log: SILENT_LOG,
    });
    expect(report).toEqual({ asked: 3, failed: 0, complete: true });
    expect(site.rendered).toEqual(['/', '/lai', '/sic']);
  });
});
