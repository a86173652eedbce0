import { expect, it } from 'vitest';
import { createCaseKeys } from '../../../server/cases/case-keys.ts';
import { subscriptionMessage } from '../../../server/email-subscriptions/subscription-message.ts';

const KEYS = createCaseKeys([new Uint8Array(32)]);
const SITE = { name: 'Instituto', url: 'https://portal.exemplo.gov.br' };

const messageAbout = (titulo: string, rotulo = 'Editais') =>
  subscriptionMessage(
    {
      id: 1,
      tentativas: 0,
      destinatario: 'ana@exemplo.org',
      confirmada: true,
      tipo: 'documentos',
      valor: 'editais',
      rotulo,
      itens: [{ titulo, tabela: 'noticia', chave: '2', categoria: '' }],
      quantos: 1,
      ate: 2,
    },
    KEYS,
    SITE,
  );

it('keeps a title with line ends in one line of the message, and of its subject', () => {
  const { subject, text } = messageAbout('Edital\r\n\r\nhttps://outro.exemplo/\u2028Bcc: x');
  expect(subject).toBe('Edital https://outro.exemplo/ Bcc: x: Instituto');
  expect(text.split('\n')).toContain('Edital https://outro.exemplo/ Bcc: x');
});

it('leaves out marks that turn the direction of what follows them', () => {
  const { subject, text, html } = messageAbout('Edital \u202egpj.exe\u2067', 'Editais \u202e');
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(text).toContain('Edital gpj.exe');
});

it('writes marks of HTML as text, and breaks a long word where the window ends', () => {
  const { html } = messageAbout('<script>alert(1)</script>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toContain('<script');
  expect(html).toContain('<body style="overflow-wrap:anywhere">');
});
