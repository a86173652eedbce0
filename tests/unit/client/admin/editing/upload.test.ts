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
    expect(outcomeOf({ status, text }, { replaces: null })).toEqual(outcome);
  });

  it('refuses a file that is too large, which no other try makes smaller', () => {
    const outcome = outcomeOf({ status: 413, text: '<html>' }, { replaces: null });
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
    [404, '{"error":{"message":"bucket not found","data":{"codigo":"BUCKET_NOT_FOUND"}}}', 'Tente de novo'],
    [507, '{"error":{"message":"m","data":{"codigo":"NO_SPACE"}}}', 'Não há espaço'],
    [503, '{"error":{"message":"m","data":{"codigo":"UPLOADS_BUSY"}}}', 'muitos envios'],
    [500, '{"error":{"message":"m","data":null}}', 'Tente de novo'],
  ])('says what to do for status %i', (status, text, words) => {
    expect(outcomeOf({ status, text }, { replaces: null })).toMatchObject({ kind: 'failed', message: expect.stringContaining(words) });
  });

  it('says of an empty file that it is empty, which no other try changes', () => {
    const text = '{"error":{"message":"file too small","data":{"codigo":"UPLOAD_TOO_SMALL"}}}';
    expect(outcomeOf({ status: 400, text }, { replaces: null })).toMatchObject({
      kind: 'refused',
      reasons: [{ mensagem: 'O arquivo está vazio.', confirmavel: false }],
    });
  });

  it.each([403, 404])('says of a file that is not exchanged what to do in its place (status %i)', (status) => {
    const text = '{"error":{"message":"you are not authorized","data":null}}';
    expect(outcomeOf({ status, text }, { replaces: 'a' })).toMatchObject({
      kind: 'refused',
      reasons: [
        { mensagem: expect.stringContaining('não pode ser trocado'), orientacao: expect.stringContaining('Enviar um arquivo novo') },
      ],
    });
  });
});
