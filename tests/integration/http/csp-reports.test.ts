import express from 'express';
import { expect, test } from 'vitest';
import { errorHandler } from '../../../server/http/error-handler.ts';
import { requestContext } from '../../../server/http/request-context.ts';
import type { Logger } from '../../../server/observability/log.ts';
import { createCspReportsRouter } from '../../../server/operations/csp-reports.ts';
import { UNLIMITED } from '../../../shared/cache/admission.ts';
import { ROUTES } from '../../../shared/routes/table.ts';
import { listening } from '../../support/listening.ts';
import { SILENT_LOG } from '../../support/silent-log.ts';

const SITE = 'https://site.example';
const OLD_FORM = 'application/csp-report';

async function reports() {
  const state = { now: 1_000, lines: [] as Readonly<Record<string, unknown>>[] };
  const log: Logger = { ...SILENT_LOG, warn: (fields) => void state.lines.push(fields) };
  const router = createCspReportsRouter({ routes: ROUTES, siteUrl: SITE, admit: () => UNLIMITED, log, now: () => state.now });
  const app = express().use(requestContext(SILENT_LOG), router, errorHandler(SILENT_LOG));
  const server = await listening(app);
  const send = async (body: string, type = 'application/reports+json'): Promise<number> => {
    const { status } = await fetch(`${server.origin}/_reports/csp`, { method: 'POST', headers: { 'Content-Type': type }, body });
    return status;
  };
  return { state, send, [Symbol.asyncDispose]: () => server.close() };
}

function report(body: object): object {
  return { type: 'csp-violation', age: 3, user_agent: 'Navegador/1', url: `${SITE}/x`, body };
}

test('a report is one line without query, sample, user agent and address of its page, in the new form and in the old one', async () => {
  await using site = await reports();
  const inside = {
    effectiveDirective: 'img-src',
    blockedURL: 'https://fora.example/foto?cpf=12345678909',
    documentURL: `${SITE}/informacoes/noticia/12?nome=Maria`,
    sourceFile: `${SITE}/assets/entry-abc123.js`,
    sample: 'Maria',
    referrer: `${SITE}/busca?q=Maria`,
  };
  expect(await site.send(JSON.stringify([report(inside), { type: 'deprecation', body: inside }]))).toBe(204);
  const old = {
    'document-uri': `${SITE}/lai`,
    'violated-directive': 'script-src-elem',
    'blocked-uri': 'inline',
    'source-file': `${SITE}/lai?x=Maria`,
  };
  expect(await site.send(JSON.stringify({ 'csp-report': old }), OLD_FORM)).toBe(204);
  expect(site.state.lines).toEqual([
    { directive: 'img-src', blocked: 'https://fora.example', page: 'noticia', source: '/assets/entry-abc123.js' },
    { directive: 'script-src-elem', blocked: 'inline', page: 'lai', source: 'self' },
  ]);
});

test('a kind is logged once an hour, extensions of browsers never, and made-up kinds twenty times a minute', async () => {
  await using site = await reports();
  const inline = JSON.stringify([report({ effectiveDirective: 'style-src-attr', blockedURL: 'inline', documentURL: `${SITE}/` })]);
  await site.send(inline);
  await site.send(inline);
  await site.send(JSON.stringify([report({ effectiveDirective: 'script-src', blockedURL: 'moz-extension', documentURL: `${SITE}/` })]));
  expect(site.state.lines).toHaveLength(1);
  site.state.now += 3_600_001;
  await site.send(inline);
  expect(site.state.lines).toHaveLength(2);
  site.state.now += 60_000;
  const many = Array.from({ length: 50 }, (_, index) => report({ effectiveDirective: 'img-src', blockedURL: `https://h${index}.example` }));
  await site.send(JSON.stringify(many));
  expect(site.state.lines).toHaveLength(22);
});

test.each([
  ['half of a text', '{', 'application/reports+json', 400],
  ['a text', '"x"', 'application/reports+json', 400],
  [
    'a list of other things',
    '[1, null, {"type": "csp-violation"}, {"type": "csp-violation", "body": {"blockedURL": 7}}]',
    'application/reports+json',
    204,
  ],
  ['a long text', `[${'"x",'.repeat(20_000)}1]`, 'application/reports+json', 413],
  ['a form', 'a=b', 'application/x-www-form-urlencoded', 204],
])('%s is no fault and no line', async (_name, body, type, status) => {
  await using site = await reports();
  expect(await site.send(body, type)).toBe(status);
  expect(site.state.lines.filter(({ page }) => page !== 'other')).toEqual([]);
});
