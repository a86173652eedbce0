import { expect, test } from 'vitest';
import { registrationGroups } from '../../../../../client/admin/cases/registration/registration-fields.ts';
import { registerCase, registrationFaults } from '../../../../../client/admin/cases/registration/registration-request.ts';
import { manifestacaoSchema } from '../../../../../shared/cases/manifestacao.ts';
import { MENSAGEM } from '../../../../../shared/cases/mensagem.ts';
import { CASE_MESSAGES } from '../../../../../shared/cases/messages.ts';
import { PEDIDO } from '../../../../../shared/cases/pedido.ts';
import { CHANNELS } from '../../../../../shared/cases/vocabulary.ts';

/** Words by which a form speaks to whom its answer goes to. */
const TO_THE_CITIZEN = /\b(?:seus?|suas?|identifique-se|para receber|quer receber|quer se identificar|possamos)\b/;

const FORMS = CHANNELS.flatMap((canal) => [
  { canal },
  { canal, identificacao: 'anonima', tipo: 'elogio' },
  { canal, identificacao: 'identificada', forma_resposta: 'email' },
]);

test.each(FORMS)('the faults of %o speak of the person and not to the person', (form) => {
  const sentences = registrationFaults(form, 'America/Sao_Paulo').map(({ message }) => message);
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.filter((sentence) => TO_THE_CITIZEN.test(sentence) && !sentence.includes('a pessoa'))).toEqual([]);
});

test('the name that is missing is that of the person', () => {
  expect(registrationFaults({ canal: 'contato' }, 'America/Sao_Paulo')).toContainEqual({
    field: 'nome',
    message: 'Informe o nome da pessoa.',
  });
});

test('what the server refuses is told in the same words', async () => {
  const answer = { errors: [{ field: 'nome', message: CASE_MESSAGES.nome }], notice: CASE_MESSAGES.canalExterno };
  const fetchFrom: typeof fetch = () => Promise.resolve(Response.json(answer, { status: 422 }));
  const outcome = await registerCase(fetchFrom, { values: {}, files: [], key: 'k' });
  expect(outcome).toMatchObject({ kind: 'faulty', errors: [{ field: 'nome', message: 'Informe o nome da pessoa.' }] });
  expect(outcome.kind === 'faulty' && outcome.notice).not.toContain('nesta página');
});

test.each([
  [{ canal: 'contato' }, MENSAGEM],
  [
    { canal: 'ouvidoria', identificacao: 'identificada', tipo: 'denuncia', forma_resposta: 'correspondencia' },
    manifestacaoSchema('2026-03-02'),
  ],
  [{ canal: 'sic', forma_resposta: 'correspondencia' }, PEDIDO],
])('the form of the staff asks what the form of the site does: %o', (values, { shape }) => {
  const asked = new Set(registrationGroups(values, []).flatMap(({ fields }) => fields.map(({ name }) => name)));
  expect(Object.keys(shape).filter((name) => !asked.has(name))).toEqual([]);
});
