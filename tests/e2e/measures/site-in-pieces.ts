/** Puts a server before the site that sends a document in pieces, each when the test asks for it, as a slow network does. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SiteInPieces extends AsyncDisposable {
  readonly url: string;
  /** Sends the next piece of the document; false when it was the last one. */
  sendPiece(): Promise<boolean>;
}

/** Serves the document at `path` of `site` in `count` pieces of the same length, and everything else as it is. */
export async function siteInPieces(site: string, path: string, count: number): Promise<SiteInPieces> {
  const opened = Promise.withResolvers<ServerResponse>();
  const document = Buffer.from(await (await fetch(`${site}${path}`)).arrayBuffer());
  const length = Math.ceil(document.length / count);
  let sent = 0;
  const server = createServer((request, response) => {
    if (request.url === path) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      opened.resolve(response);
      return;
    }
    fetch(`${site}${request.url}`)
      .then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sendPiece: async () => {
      const response = await opened.promise;
      const piece = document.subarray(sent, sent + length);
      sent += piece.length;
      await new Promise<void>((resolve) => response.write(piece, () => resolve()));
      if (sent < document.length) return true;
      response.end();
      return false;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
