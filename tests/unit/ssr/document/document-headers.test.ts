import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { applyDocumentHeaders, type DocumentHeaderSettings } from '../../../../server/ssr/document/document-headers.ts';
import type { DocumentPolicy } from '../../../../shared/routes/types.ts';

const SETTINGS: DocumentHeaderSettings = {
  https: true,
  frameSources: ['https://admin.example'],
  tileSources: ['https://tile.example'],
  development: false,
  fonts: [],
};

function directive(policy: DocumentPolicy, name: string, settings = SETTINGS): string | undefined {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  applyDocumentHeaders(res, policy, settings);
  const directives = String(res.getHeader('Content-Security-Policy')).split('; ');
  return directives.find((text) => text.startsWith(`${name} `));
}

describe('the content policy of a document', () => {
  test.each([
    ['site', "img-src 'self' data:", "frame-src 'none'"],
    ['mapa', "img-src 'self' data: https://tile.example", "frame-src 'none'"],
    ['quadro', "img-src 'self' data:", 'frame-src https://admin.example'],
  ] as const)('of the kind %s opens one door at most', (policy, images, frames) => {
    expect(directive(policy, 'img-src')).toBe(images);
    expect(directive(policy, 'frame-src')).toBe(frames);
    for (const name of ['script-src', 'style-src', 'connect-src', 'font-src']) expect(directive(policy, name)).toBe(`${name} 'self'`);
  });

  test('of the map is that of the site where no tiles are configured', () => {
    expect(directive('mapa', 'img-src', { ...SETTINGS, tileSources: [] })).toBe("img-src 'self' data:");
  });
});
