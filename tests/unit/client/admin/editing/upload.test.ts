import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../../../client/admin/editing/files/upload.ts';

const REASON = { codigo: 'CPF_NO_TEXTO', mensagem: 'Há um CPF.', orientacao: 'Retire.', confirmavel: false };
const WARNING = { codigo: 'IMAGENS_NAO_VERIFICADAS', mensagem: 'O documento tem imagens.', orientacao: 'Confira.' };

describe('the answer to an upload', () => {
  it.each([
    ['a new file', 201, '{"processedFiles":[{"id":"a"}]}', { kind: 'stored', id: 'a', warnings: [] }],
    ['a new version', 200, '{"id":"a"}', { kind: 'stored', id: 'a', warnings: [] }],
    [
      'what was not looked into',
      201,
      JSON.stringify({ processedFiles: [{ id: 'a' }], avisos: [WARNING] }),
      { kind: 'stored', id: 'a', warnings: [WARNING] },
    ],
    [
      'a refusal with reasons',
      422,
      JSON.stringify({ error: { message: 'm', data: { motivos: [REASON] } } }),
      { kind: 'refused', reasons: [REASON] },
    ],
  ])('is read: %s', (_name, status, text, outcome) => {
    expect(outcomeOf(status, text)).toEqual(outcome);
  });

  it('refuses a file that is too large, which no other try makes smaller', () => {
    const outcome = outcomeOf(413, '<html>');
    expect(outcome).toMatchObject({
      kind: 'refused',
      reasons: [{ confirmavel: false, orientacao: expect.stringContaining('versão menor') }],
    });
  });

  it.each([
    [401, '{}', 'Entre de novo'],
    [403, '{}', 'não permite'],
    [502, '<html>', 'Tente de novo'],
    [200, 'null', 'Tente de novo'],
    [422, '{"error":{}}', 'Tente de novo'],
  ])('says what to do for status %i', (status, text, words) => {
    expect(outcomeOf(status, text)).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) });
  });
});
