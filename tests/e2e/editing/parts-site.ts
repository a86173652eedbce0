/** Builds the page of one part and serves it with a content policy as strict as that of the administration. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

export interface PartsSite {
  readonly url: string;
  stop(): Promise<void>;
}

const NONCE = 'c29tZSBub25jZQ==';
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${NONCE}'; img-src 'self' data:; connect-src 'self'; base-uri 'none'`;
const PAGE = `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="csp-nonce" content="${NONCE}"><title>Parte</title></head><body><div id="root"></div><script type="module" src="/parts.js"></script></body></html>`;

export async function startPartsSite(): Promise<PartsSite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parts-'));
  await build({
    configFile: false,
    logLevel: 'error',
    // The test runner says NODE_ENV=test, for which components would be compiled for React's development build.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: directory,
      emptyOutDir: true,
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: path.resolve('tests/e2e/editing/parts-page.tsx'),
        output: { entryFileNames: 'parts.js', codeSplitting: false },
      },
    },
  });
  const script = await readFile(path.join(directory, 'parts.js'));
  const server = createServer((req, res) => {
    const isScript = req.url === '/parts.js';
    res.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    if (!isScript) res.setHeader('Content-Security-Policy', POLICY);
    res.end(isScript ? script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await rm(directory, { recursive: true });
    },
  };
}
