import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { loopbackRequest } from '../../../server/purge/loopback-request.ts';
import { warmUp } from '../../../server/purge/warm-up.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';
import { startPurgeServer } from './purge-server.ts';

const NEVER = new AbortController().signal;

describe('a loopback request', () => {
  it('stores the response for the first visitor', async () => {
    await using site = await startPurgeServer();
    await loopbackRequest(site.server)('/lai', NEVER);
    expect((await site.call('/lai')).headers.get('cache-status')).toMatch(/hit/);
    expect(site.rendered).toEqual(['/lai']);
  });

  it('rejects a 5xx response', async () => {
    await using site = await startPurgeServer();
    await expect(loopbackRequest(site.server)('/informacoes/faq', NEVER)).rejects.toThrow('answered 503');
  });

  it('rejects when the server has stopped listening', async () => {
    await expect(loopbackRequest(createServer())('/', NEVER)).rejects.toThrow('does not listen');
  });

  it('ends when the signal is aborted', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '0.0.0.0', resolve));
    const end = new AbortController();
    const asked = new Promise((resolve) => silent.once('request', resolve));
    const answer = loopbackRequest(silent)('/', end.signal);
    await asked;
    end.abort();
    await expect(answer).rejects.toThrow('aborted');
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
  ])('a loopback request to a server that listens at %s is sent to %s with the fields of a browser', async (listen, host) => {
    const server = createServer((_req, res) => void res.end('a'));
    await new Promise<void>((resolve) => server.listen(0, listen, resolve));
    const asked = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    await loopbackRequest(server)('/lai?a=1', NEVER);
    const { url, headers } = await asked;
    expect([url, headers.host?.split(':')[0]]).toEqual(['/lai?a=1', host]);
    expect(headers).toMatchObject({
      accept: 'text/html,application/json;q=0.9,*/*;q=0.8',
      'accept-encoding': 'br, gzip, zstd',
      'user-agent': 'warm-up',
    });
    server.close();
  });

  it.each([
    [499, undefined],
    [500, '/a answered 500'],
  ])('a loopback request that is answered with %d ends with %s', async (status, message) => {
    const server = createServer((_req, res) => void res.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const outcome = await loopbackRequest(server)('/a', NEVER).then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(outcome).toBe(message);
    server.close();
  });

  it('rejects a response that is cut off', async () => {
    const server = createServer((_req, res) => {
      res.writeHead(200, { 'Content-Length': '10' });
      res.write('half', () => res.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await expect(loopbackRequest(server)('/a', NEVER)).rejects.toThrow('aborted');
    server.close();
  });

  it('rejects when the server listens at a path of the file system', async () => {
    const request = loopbackRequest({ address: () => '/run/site.sock' });
    await expect(request('/', NEVER)).rejects.toThrow('does not listen on a port');
  });

  it('serves the warm-up, one address after the other', async () => {
    await using site = await startPurgeServer();
    const report = await warmUp({
      request: loopbackRequest(site.server),
      addresses: ['/', '/lai', '/sic'],
      signal: NEVER,
      busy: () => false,
      log: SILENT_LOG,
    });
    expect(report).toEqual({ requested: 3, failed: 0, complete: true });
    expect(site.rendered).toEqual(['/', '/lai', '/sic']);
  });
});
