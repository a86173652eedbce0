import { describe, expect, test } from 'vitest';
import { readCaseForm, type TypedForm } from '../../../../shared/cases/case-form.ts';
import { CASE_MESSAGES, summaryTitle } from '../../../../shared/cases/messages.ts';
import type { Channel } from '../../../../shared/cases/vocabulary.ts';

const TODAY = '2026-11-22';
const TEXT = 'O atendimento demorou três horas na terça-feira.';

/** Returns the fields that are wrong with their sentences; empty for a valid form. */
function faults(channel: Channel, typed: TypedForm): Readonly<Record<string, string>> {
  const reading = readCaseForm(channel, typed, TODAY);
  return reading.kind === 'valid' ? {} : Object.fromEntries(reading.errors.map(({ field, message }) => [field, message]));
}

test('an empty form of each channel names every field that is needed, once', () => {
  expect(faults('contato', {})).toEqual({
    nome: 'Informe seu nome.',
    email: CASE_MESSAGES.contato,
    texto: 'Escreva pelo menos 10 caracteres para que possamos entender a sua mensagem.',
  });
  expect(faults('ouvidoria', {})).toEqual({
    identificacao: CASE_MESSAGES.identificacao,
    tipo: CASE_MESSAGES.tipo,
    texto: 'Escreva pelo menos 20 caracteres para que possamos entender o seu relato.',
  });
  expect(faults('sic', {})).toEqual({
    nome: 'Informe seu nome.',
    forma_resposta: CASE_MESSAGES.formaResposta,
    email: CASE_MESSAGES.contatoDoPedido,
    texto: 'Escreva pelo menos 20 caracteres para que possamos entender o seu pedido.',
  });
});

test.each([
  ['contato', ['nome', 'email', 'texto']],
  ['ouvidoria', ['identificacao', 'tipo', 'texto']],
  ['sic', ['texto', 'forma_resposta', 'nome', 'email']],
] as const)('problems of an empty form of %s come in the order of its page', (channel, fields) => {
  expect(Object.keys(faults(channel, {}))).toEqual(fields);
});

describe('a manifestation', () => {
  test('asks for a name and a way to answer once the citizen has chosen to be known', () => {
    expect(Object.keys(faults('ouvidoria', { identificacao: 'sigilosa', tipo: 'sugestao', texto: TEXT }))).toEqual(['nome', 'email']);
  });

  const IDENTIFIED = { identificacao: 'identificada', tipo: 'sugestao', texto: TEXT, nome: 'Rita', email: 'rita@exemplo.org' };

  test('a manifestation with a name and one contact is valid', () => {
    expect(faults('ouvidoria', IDENTIFIED)).toEqual({});
    expect(faults('ouvidoria', { ...IDENTIFIED, email: '', telefone: '91 3212-3456', identificacao: 'sigilosa' })).toEqual({});
  });

  test.each(['denuncia', 'reclamacao'])('a manifestation without a name is valid as %s', (tipo) => {
    expect(faults('ouvidoria', { identificacao: 'anonima', tipo, texto: TEXT })).toEqual({});
  });

  test.each(['solicitacao', 'sugestao', 'elogio'])('a manifestation without a name cannot be a %s', (tipo) => {
    expect(faults('ouvidoria', { identificacao: 'anonima', tipo, texto: TEXT })).toEqual({ tipo: CASE_MESSAGES.tipoAnonimo });
  });

  test('a manifestation whose answer comes by letter needs an address and no other contact', () => {
    const byLetter = { ...IDENTIFIED, email: '', forma_resposta: 'correspondencia' };
    expect(faults('ouvidoria', byLetter)).toEqual({
      cep: CASE_MESSAGES.cep,
      logradouro: CASE_MESSAGES.logradouro,
      cidade: 'Informe a cidade para a carta chegar.',
      uf: 'Escolha o estado para a carta chegar.',
    });
    const address = { cep: '66000-000', logradouro: 'Rua A', cidade: 'Belém', uf: 'PA' };
    expect(faults('ouvidoria', { ...byLetter, ...address })).toEqual({});
  });

  test('a manifestation whose answer comes by e-mail needs the address, and a wrong one is said once', () => {
    expect(faults('ouvidoria', { ...IDENTIFIED, email: '', telefone: '91 3212-3456', forma_resposta: 'email' })).toEqual({
      email: CASE_MESSAGES.emailParaResposta,
    });
    expect(faults('ouvidoria', { ...IDENTIFIED, email: 'rita', forma_resposta: 'email' })).toEqual({ email: CASE_MESSAGES.email });
  });

  test('is read in the units of its reader, and its lines end in one way', () => {
    const reading = readCaseForm('ouvidoria', { ...IDENTIFIED, texto: `  ${'é'.repeat(19)}\r\n😀 ` }, TODAY);
    expect(reading).toMatchObject({ kind: 'valid', case: { values: { texto: `${'é'.repeat(19)}\n😀` } } });
    expect(faults('ouvidoria', { ...IDENTIFIED, texto: '😀'.repeat(10_001) })).toEqual({ texto: 'Escreva no máximo 10.000 caracteres.' });
  });

  test('a manifestation with an option that no list has is refused', () => {
    expect(faults('ouvidoria', { ...IDENTIFIED, tipo: 'x', perfil_uf: 'XX', assunto: '1 or 1' })).toEqual({
      tipo: CASE_MESSAGES.tipo,
      perfil_uf: CASE_MESSAGES.opcao,
      assunto: CASE_MESSAGES.assunto,
    });
  });
});

describe('what a choice hides', () => {
  const REQUEST = { nome: 'Rita', email: 'rita@exemplo.org', texto: TEXT };

  test.each<[string, Channel, TypedForm]>([
    ['the address of a letter', 'sic', { ...REQUEST, forma_resposta: 'email', cep: '12', logradouro: 'a'.repeat(201), uf: 'XX' }],
    [
      'the person of an anonymous report',
      'ouvidoria',
      { identificacao: 'anonima', tipo: 'denuncia', texto: TEXT, email: 'rita', documento: '1' },
    ],
    ['the facts of a denunciation', 'ouvidoria', { ...REQUEST, identificacao: 'sigilosa', tipo: 'elogio', data_fato: '2026-11-23' }],
  ])('is not looked at: %s', (_, channel, typed) => {
    expect(faults(channel, typed)).toEqual({});
  });

  test('is not kept', () => {
    const reading = readCaseForm('sic', { ...REQUEST, forma_resposta: 'retirada', cep: '66000-000', cidade: 'Belém' }, TODAY);
    expect(reading).toMatchObject({ kind: 'valid', case: { values: { cep: null, cidade: null } } });
  });

  test('is looked at where the choice shows it', () => {
    expect(faults('sic', { ...REQUEST, forma_resposta: 'correspondencia', cep: '12', uf: 'XX' })).toEqual({
      cep: CASE_MESSAGES.cep,
      logradouro: CASE_MESSAGES.logradouro,
      cidade: 'Informe a cidade para a carta chegar.',
      uf: CASE_MESSAGES.opcao,
    });
    const denunciation = { ...REQUEST, identificacao: 'identificada', tipo: 'denuncia', data_fato: '2026-11-23' };
    expect(faults('ouvidoria', denunciation)).toEqual({ data_fato: CASE_MESSAGES.dataFutura });
  });
});

describe('a request', () => {
  const REQUEST = { nome: 'Rita', texto: TEXT };

  test.each([
    ['email', { email: 'rita@exemplo.org' }],
    ['retirada', { telefone: '91 3212-3456' }],
    ['retirada', { email: 'rita@exemplo.org' }],
    ['correspondencia', { cep: '66000-000', logradouro: 'Rua A', cidade: 'Belém', uf: 'PA' }],
  ])('a request whose answer comes by %s needs no more than %j', (forma_resposta, contact) => {
    expect(faults('sic', { ...REQUEST, ...contact, forma_resposta })).toEqual({});
  });

  test.each([
    ['email', CASE_MESSAGES.emailParaResposta],
    ['retirada', CASE_MESSAGES.contatoDoPedido],
  ])('a request whose answer comes by %s cannot do without any contact', (forma_resposta, message) => {
    expect(faults('sic', { ...REQUEST, forma_resposta })).toEqual({ email: message });
  });

  test('asks for no reason, no document and no profile', () => {
    const reading = readCaseForm('sic', { ...REQUEST, email: 'rita@exemplo.org', forma_resposta: 'email', motivo: 'x', rg: '1' }, TODAY);
    if (reading.kind !== 'valid') throw new Error(reading.kind);
    expect(Object.keys(reading.case.values)).not.toContain('motivo');
    expect(reading.case.values).toMatchObject({ documento: null, perfil_pessoa: null });
  });
});

test('no issue of a schema repeats what was typed', () => {
  const reading = readCaseForm('sic', { nome: '12345', email: 'segredo@', documento: '111', texto: 'curto' }, TODAY);
  expect(JSON.stringify(reading)).not.toMatch(/12345|segredo|"111"|curto/);
});

test('the title of the summary counts the problems', () => {
  expect([1, 3].map(summaryTitle)).toEqual(['Há 1 problema no formulário', 'Há 3 problemas no formulário']);
});
