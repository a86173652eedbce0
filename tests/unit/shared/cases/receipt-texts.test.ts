import { expect, test } from 'vitest';
import type { Receipt } from '../../../../shared/cases/case-screen.ts';
import { receiptCalendar, receiptText, termInWords } from '../../../../shared/cases/receipt-texts.ts';

const RECEIPT: Receipt = {
  channel: 'ouvidoria',
  protocolo: 'OUV-2026-000123-4',
  codigo: 'A1B2C3D4',
  registradoEm: '2026-11-21T15:04:05.678+00:00',
  prazoEm: '2026-12-21',
  email: null,
  anonima: true,
};
const SITE = {
  name: 'Instituto, de Previdência',
  hasMail: true,
  trackingUrl: 'https://exemplo.br/_casos/acompanhar',
  timeZone: 'America/Sao_Paulo',
};

test('a term is a date with its day of the week', () => {
  expect(termInWords('2026-12-21')).toBe('até 21 de dezembro de 2026, segunda-feira');
});

test('the text has protocol, code, term and what happens next', () => {
  const text = receiptText(RECEIPT, SITE);
  for (const part of [
    'OUV-2026-000123-4',
    'A1B2C3D4',
    '21 de novembro de 2026 às 12h04',
    'até 21 de dezembro de 2026, segunda-feira',
    'https://exemplo.br/_casos/acompanhar?protocolo=OUV-2026-000123-4',
  ])
    expect(text).toContain(part);
  expect(text.split('\r\n').every((line) => !line.includes('\n'))).toBe(true);
});

test('a message is answered by e-mail where the site sends any, and on the page of the case where it sends none', () => {
  const message: Receipt = { ...RECEIPT, channel: 'contato', email: 'ana@exemplo.br', anonima: false };
  expect(receiptText(message, SITE)).toContain('A resposta vai para ana@exemplo.br.');
  const withoutMail = receiptText(message, { ...SITE, hasMail: false });
  expect(withoutMail).not.toContain('A resposta vai para');
  expect(withoutMail).toContain('A resposta aparece em “Acompanhar pelo protocolo”. Este site não envia e-mails.');
});

test('the calendar has the day of the term and not the code', () => {
  const calendar = receiptCalendar(RECEIPT, SITE) ?? '';
  expect(calendar).toContain('DTSTART;VALUE=DATE:20261221\r\n');
  expect(calendar).toContain('DTSTAMP:20261121T150405Z\r\n');
  expect(calendar.replaceAll('\r\n ', '')).toContain(
    String.raw`DESCRIPTION:Instituto\, de Previdência. Acompanhe em ${SITE.trackingUrl}?protocolo=OUV-2026-000123-4`,
  );
  expect(calendar).not.toContain(RECEIPT.codigo);
  expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test('a receipt without a term has no calendar', () => {
  expect(receiptCalendar({ ...RECEIPT, prazoEm: null }, SITE)).toBeNull();
});
