/** What the screens of cases say and ask: terms in words, fields of steps, refusals at their fields, filters of the list. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { CaseEvent, CaseRecord, Step } from '../../../../../client/admin/cases/case-record.ts';
import { complaintWords, extensionWords, termWords, untoldWords } from '../../../../../client/admin/cases/case-words.ts';
import { FieldInput } from '../../../../../client/admin/cases/field-input.tsx';
import { CaseTimeline } from '../../../../../client/admin/cases/history/case-timeline.tsx';
import { refusalOf } from '../../../../../client/admin/cases/refusals.ts';
import { registrationGroups } from '../../../../../client/admin/cases/registration/registration-fields.ts';
import {
  faultsOfStep,
  fieldsOf,
  SORTING,
  type StepFieldSpec,
  type StepValues,
  stepData,
  stepName,
  stepsInOrder,
  writtenFor,
} from '../../../../../client/admin/cases/step-fields.ts';
import { faultAt } from '../../../../../client/admin/cases/step-form.tsx';
import { inboxCondition, inboxOrder, readInboxFilter, searchOf } from '../../../../../shared/cases/inbox-filter.ts';
import { staffSituationLabel } from '../../../../../shared/cases/situations.ts';

const CHOICES = {
  situacao_de_caso: [],
  assunto: [
    { id: 1, canal: 'sic', nome: 'Contratos' },
    { id: 2, canal: 'ouvidoria', nome: 'Atendimento' },
  ],
  unidade: [{ id: 7, nome: 'Protocolo' }],
};

test.each([
  ['spam', 'Marcada como spam'],
  ['encerrada', 'Encerrada'],
  ['aguardando_complementacao', 'Aguardando o cidadão'],
])('the state %s is “%s” for the staff', (state, name) => {
  expect(staffSituationLabel(state)).toBe(name);
});

test('the staff chooses for a citizen in words that are not those of the citizen', () => {
  const groups = ['ouvidoria', 'sic'].flatMap((canal) => registrationGroups({ canal }, []));
  const chosen = groups.flatMap(({ fields }) => fields.flatMap(({ choices = [] }) => choices));
  expect(chosen.map(({ label }) => label).filter((label) => /\b(?:quero|você|meu|minha|digo no)\b/i.test(label))).toEqual([]);
});

test.each([
  ['2026-11-22', 'vence hoje, 22/11/2026'],
  ['2026-11-23', 'falta 1 dia, vence em 23/11/2026'],
  ['2026-12-02', 'faltam 10 dias, vence em 02/12/2026'],
  ['2026-11-21', 'atrasado 1 dia, venceu em 21/11/2026'],
  ['2026-10-22', 'atrasado 31 dias, venceu em 22/10/2026'],
])('a term that ends on %s is told as "%s"', (prazo_em, words) => {
  expect(termWords({ aberto: true, prazo_em }, '2026-11-22')).toBe(words);
  expect(termWords({ aberto: false, prazo_em }, '2026-11-22')).toBe('');
  expect(termWords({ aberto: true, prazo_em, prazo_suspenso: true }, '2026-11-22')).toBe('prazo suspenso até o cidadão responder');
});

test('who extends a term reads from which day to which, of the citizen or of the area, and nothing of days in other steps', () => {
  const record = { prazo_em: '2027-01-22', area_prazo_em: '2027-01-11' };
  const words = (especie: string): string | null => extensionWords({ para: 'x', especie, prazo_em: '2027-02-22' }, record);
  expect(['prorrogacao', 'prorrogacao_da_area', 'resposta'].map(words)).toEqual([
    'O prazo passa de sexta-feira, 22/01/2027, para segunda-feira, 22/02/2027.',
    'O prazo da área passa de segunda-feira, 11/01/2027, para segunda-feira, 22/02/2027.',
    null,
  ]);
});

test('an area that has the case can be given more time, with a reason that the staff alone reads', () => {
  const extension = { para: 'encaminhada_area', especie: 'prorrogacao_da_area' };
  expect([
    stepName(extension),
    fieldsOf(extension, { canal: 'ouvidoria' }, {}, CHOICES).map(({ name, required }) => [name, required]),
  ]).toEqual(['Prorrogar o prazo da área', [['nota', true]]]);
  expect(inboxCondition(readInboxFilter(new URLSearchParams('prazo=area-atrasada')), '2026-12-30')).toEqual({
    _and: [{ aberto: { _eq: true } }, { aberto: { _eq: true }, area_prazo_em: { _lt: '2026-12-30' } }],
  });
});

test('a complaint is decided like an appeal, but not in part, after the answer that would end it', () => {
  const decision: Step = { para: 'reclamacao_decidida', especie: 'decisao_da_reclamacao' };
  const [field] = fieldsOf(decision, { canal: 'sic' }, {}, CHOICES);
  expect([stepName(decision), field?.choices?.map(({ value }) => value)]).toEqual([
    'Decidir a reclamação',
    ['provido', 'desprovido', 'nao_conhecido'],
  ]);
  const answer: Step = { para: 'respondido', especie: 'resposta' };
  expect(stepsInOrder([{ para: 'em_tratamento', especie: 'tratamento' }, decision, answer]).map(({ para }) => para)).toEqual([
    'respondido',
    'reclamacao_decidida',
    'em_tratamento',
  ]);
  expect(complaintWords('2026-12-08', '2026-12-01')).toBe('com reclamação (prazo da decisão: faltam 7 dias, vence em 08/12/2026)');
});

test('the step that answers stands before those that end or move a case', () => {
  const steps = ['reclassificacao', 'saida', 'espera', 'algo_novo', 'resposta'].map((especie) => ({ especie, para: especie }));
  expect(stepsInOrder(steps).map(({ especie }) => especie)).toEqual(['resposta', 'espera', 'reclassificacao', 'saida', 'algo_novo']);
});

test('the texts written for a step are listed under the names of their fields, without choices and fields of other steps', () => {
  const values = {
    passo: 'resposta:respondido',
    tipo_resposta: 'acesso_negado',
    resposta: ' Segue a lista. ',
    nota: 'Ver',
    orgao: 'Outro',
    tipo: 'x',
  };
  expect(writtenFor({ especie: 'resposta', para: 'respondido' }, { canal: 'sic' }, values)).toEqual([
    { label: 'Resposta ao cidadão', text: 'Segue a lista.' },
    { label: 'Nota interna', text: 'Ver' },
  ]);
});

test('a step of which the citizen is told by e-mail says that nobody tells, where the site sends none and the case has an address', () => {
  const words = (especie: string, hasEmail: boolean, hasMail: boolean): string | null =>
    untoldWords({ para: 'x', especie, prazo_em: null }, { tem_email: hasEmail }, hasMail);
  const told = ['resposta', 'complemento', 'decisao', 'decisao_da_reclamacao', 'espera', 'prorrogacao', 'reclassificacao', 'saida'];
  for (const especie of told) expect(words(especie, true, false)).toContain('Este site não envia e-mails');
  expect(told.map((especie) => [words(especie, true, true), words(especie, false, false)])).toEqual(told.map(() => [null, null]));
  expect(['tratamento', 'classificacao', 'nota', 'prorrogacao_da_area', 'ciencia'].map((each) => words(each, true, false))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(untoldWords({ para: 'spam', especie: 'saida', prazo_em: null }, { tem_email: true }, false)).toBeNull();
});

describe('the form of a step', () => {
  test('says why there is no area to choose once the choices are read, and whom to ask', () => {
    const step: Step = { para: 'encaminhada_area', especie: 'tratamento', prazo_em: null };
    const areaIn = (choices: Parameters<typeof fieldsOf>[3]) => fieldsOf(step, { canal: 'ouvidoria' }, {}, choices)[0];
    const states = [{ canal: 'ouvidoria', situacao: 'registrada' }] as never;
    const empty = areaIn({ ...CHOICES, situacao_de_caso: states, unidade: [] });
    expect(empty?.help).toContain('O instituto ainda não tem unidades cadastradas.');
    const field = empty ?? { name: '', label: '', kind: 'choice' };
    const props = { field, value: '', fault: undefined, files: [], onChange: () => {}, onFiles: () => {} };
    expect(renderToStaticMarkup(createElement(FieldInput, props))).toContain('não tem unidades cadastradas');
    expect([areaIn({ ...CHOICES, situacao_de_caso: states })?.help, areaIn({ ...CHOICES, unidade: [] })?.help]).toEqual([
      undefined,
      undefined,
    ]);
  });

  const names = (step: Step, canal: string, values: StepValues = {}): readonly string[] =>
    fieldsOf(step, { canal }, values, CHOICES).map(({ name, required }) => (required === true ? `${name}*` : name));

  test.each([
    ['resposta', 'respondida', 'ouvidoria', ['resposta*', 'anexos', 'nota']],
    ['resposta', 'respondido', 'sic', ['tipo_resposta*', 'resposta*', 'resposta_publica', 'anexos', 'nota']],
    ['espera', 'aguardando_complementacao', 'ouvidoria', ['descricao*', 'nota']],
    ['prorrogacao', 'prorrogada', 'ouvidoria', ['justificativa*', 'nota']],
    ['decisao', 'recurso_decidido_1', 'sic', ['decisao*', 'autoridade*', 'resposta*', 'anexos', 'nota']],
    ['saida', 'arquivada', 'ouvidoria', ['motivo*', 'descricao', 'nota']],
    ['saida', 'redirecionado', 'sic', ['orgao*', 'descricao', 'nota']],
    ['saida', 'spam', 'contato', ['descricao', 'nota']],
    ['tratamento', 'encaminhada_area', 'ouvidoria', ['unidade_id*', 'descricao', 'nota']],
    ['tratamento', 'em_analise', 'ouvidoria', ['unidade_id', 'descricao', 'nota']],
    ['reclassificacao', 'reclassificado', 'sic', ['tipo*', 'assunto_id', 'descricao', 'nota']],
    ['reclassificacao', 'reclassificada', 'ouvidoria', ['assunto_id', 'descricao', 'nota']],
    ['ciencia', 'concluida', 'ouvidoria', ['nota']],
  ])('a step of the kind %s to %s in %s asks for %j', (especie, para, canal, expected) => {
    expect(names({ para, especie }, canal)).toEqual(expected);
  });

  test('asks for the ground of a refusal, and offers the subjects of the channel that the case gets', () => {
    expect(names({ para: 'respondido', especie: 'resposta' }, 'sic', { tipo_resposta: 'acesso_negado' })).toContain('fundamento_negativa*');
    const [, subjects] = fieldsOf({ para: 'reclassificado', especie: 'reclassificacao' }, { canal: 'sic' }, {}, CHOICES);
    expect(subjects?.choices).toEqual([{ value: '2', label: 'Atendimento' }]);
    expect(names(SORTING, 'ouvidoria')).toEqual(['tipo', 'assunto_id', 'unidade_id', 'nota']);
  });

  test('sends what has a value, by the type of its column, and nothing of another step', () => {
    const values = { tipo: 'elogio', assunto_id: '2', unidade_id: '', nota: '  Ver com o posto ', resposta: 'De outro passo' };
    const fields = fieldsOf(SORTING, { canal: 'ouvidoria' }, values, CHOICES);
    expect(stepData(fields, values)).toEqual({ tipo: 'elogio', assunto_id: 2, nota: 'Ver com o posto' });
    const answer = fieldsOf({ para: 'respondido', especie: 'resposta' }, { canal: 'sic' }, {}, CHOICES);
    expect(stepData(answer, { resposta_publica: 'sim' })).toEqual({ resposta_publica: true });
    expect(Object.keys(faultsOfStep(answer, { resposta: '  ' }, []))).toEqual(['tipo_resposta', 'resposta']);
  });

  test('sends no choice of another step that the list of this one does not show', () => {
    const values = { tipo: 'elogio', assunto_id: '2', unidade_id: '7' };
    const toRequest = fieldsOf({ para: 'reclassificada', especie: 'reclassificacao' }, { canal: 'ouvidoria' }, values, CHOICES);
    expect(stepData(toRequest, values)).toEqual({});
    const forwarding = fieldsOf({ para: 'encaminhada_area', especie: 'tratamento' }, { canal: 'ouvidoria' }, values, CHOICES);
    expect([faultsOfStep(forwarding, values, []), Object.keys(faultsOfStep(forwarding, { unidade_id: '8' }, []))]).toEqual([
      {},
      ['unidade_id'],
    ]);
  });

  test('tells of a text that is too long in place of cutting what is pasted, and names a file that is too large', () => {
    const answer = fieldsOf({ para: 'respondida', especie: 'resposta' }, { canal: 'ouvidoria' }, {}, CHOICES);
    const files = [new File(['a'], 'a.pdf'), Object.defineProperty(new File([], 'planta.pdf'), 'size', { value: 10 * 1024 * 1024 + 1 })];
    expect(faultsOfStep(answer, { resposta: '😀'.repeat(20_000) }, [])).toEqual({});
    expect(faultsOfStep(answer, { resposta: 'a'.repeat(20_001) }, files)).toEqual({
      resposta: 'Escreva no máximo 20.000 caracteres.',
      anexos: 'O arquivo “planta.pdf” tem mais de 10 MB.',
    });
    expect(
      faultsOfStep(
        answer,
        { resposta: 'a' },
        Array.from({ length: 6 }, () => new File([], 'b.pdf')),
      ),
    ).toEqual({
      anexos: 'Anexe no máximo 5 arquivos.',
    });
    const text = answer.find(({ name }) => name === 'resposta');
    const unused = (): void => undefined;
    const input = { field: text as StepFieldSpec, value: '', fault: undefined, files: [], onChange: unused, onFiles: unused };
    expect(renderToStaticMarkup(createElement(FieldInput, input))).not.toMatch(/maxlength/i);
  });

  test('has a name of its own for each step', () => {
    const steps = ['em_analise', 'encaminhada_area'].map((para) => stepName({ para, especie: 'tratamento' }));
    expect([...steps, stepName({ para: 'arquivada', especie: 'saida' }), stepName({ para: 'outra', especie: 'saida' })]).toEqual([
      'Iniciar ou retomar a análise',
      'Encaminhar à área',
      'Arquivar',
      'Outra',
    ]);
  });

  test('shows a refusal at its field, at the question to the citizen, or at the step as a whole', () => {
    const fields = (step: Step) => fieldsOf(step, { canal: 'ouvidoria' }, {}, CHOICES);
    expect(Object.keys(faultAt(refusalOf('falta_texto'), fields({ para: 'respondida', especie: 'resposta' })))).toEqual(['resposta']);
    expect(Object.keys(faultAt(refusalOf('falta_texto'), fields({ para: 'a', especie: 'espera' })))).toEqual(['descricao']);
    expect(Object.keys(faultAt(refusalOf('mudado_por_outra_pessoa'), fields(SORTING)))).toEqual(['passo']);
    expect(refusalOf('arquivo_danificado', 'lista.pdf')).toMatchObject({
      field: 'anexos',
      text: expect.stringMatching(/^O arquivo “lista\.pdf” está/),
    });
    expect(refusalOf('nunca_vista').text).toContain('Seu texto continua nesta tela');
  });
});

describe('the filters of the list', () => {
  const conditionOf = (query: string): unknown => inboxCondition(readInboxFilter(new URLSearchParams(query)), '2026-12-30');

  test.each([
    ['', [{ aberto: { _eq: true } }]],
    ['fase=todos&canal=sic', [{ canal: { _eq: 'sic' } }]],
    ['fase=encerrados', [{ aberto: { _eq: false } }]],
    [
      'prazo=a-vencer',
      [
        { aberto: { _eq: true } },
        { aberto: { _eq: true }, prazo_suspenso: { _eq: false }, prazo_em: { _gte: '2026-12-30', _lte: '2027-01-04' } },
      ],
    ],
    ['fase=todos&situacao=sic:respondido', [{ canal: { _eq: 'sic' }, situacao: { _eq: 'respondido' } }]],
    ['fase=todos&protocolo=ouv-2026', [{ protocolo: { _like: '%OUV-2026%' } }]],
    ['fase=todos&protocolo=12', [{ protocolo: { _like: '%000012%' } }]],
    ['fase=todos&protocolo=%25_%27', []],
    ['fase=todos&palavras=Pensão+de+R$', [{ _and: [{ busca_texto: { _like: '%pensao%' } }, { busca_texto: { _like: '% r$%' } }] }]],
    ['fase=todos&assunto=3&area=x&tipo=DROP&canal=a%20b', [{ assunto_id: { _eq: 3 } }]],
  ])('%j are %j', (query, all) => {
    expect(conditionOf(query)).toEqual({ _and: all });
  });

  test.each([
    ['OUV-2026-000012-4', '', 'OUV-2026-000012-4'],
    [' sic-2026 ', '', 'SIC-2026'],
    ['12', '', '000012'],
    ['Demora no contracheque', 'demora contracheque', ''],
    ['ouvidor', 'ouvidor', ''],
    ['2ª via', '2a via', ''],
    [' ', '', ''],
  ])('a search for %j is for the words %j or the protocol %j', (typed, words, protocol) => {
    expect(searchOf(typed)).toEqual({ palavras: words || null, protocolo: protocol || null });
  });

  test('order by term only what is open', () => {
    const first = (query: string): unknown => inboxOrder(readInboxFilter(new URLSearchParams(query)))[0];
    expect(['', 'fase=todos', 'ordem=antigos', 'fase=encerrados&ordem=prazo'].map(first)).toEqual([
      { reclamacao_ate: 'asc' },
      { registrado_em: 'desc' },
      { registrado_em: 'asc' },
      { registrado_em: 'desc' },
    ]);
  });
});

describe('the history of a case', () => {
  const event = (id: number, para: string | null, autor: string, told: string | null): CaseEvent => ({
    id,
    de_situacao: null,
    para_situacao: para,
    descricao_publica: told,
    nota_interna: null,
    autor,
    criado_em: '2026-11-24T12:00:00Z',
    arquivo_retirado: null,
    redator: null,
  });
  const htmlOf = (...andamentos: readonly CaseEvent[]): string =>
    renderToStaticMarkup(createElement(CaseTimeline, { record: { andamentos, leituras: [] } as unknown as CaseRecord }));

  test('names what was added to an answer, and no other text that changed no state', () => {
    const html = htmlOf(
      event(1, 'em_tratamento', 'instituicao', 'Recebemos.'),
      event(2, null, 'instituicao', 'Estamos procurando.'),
      event(3, 'respondido', 'instituicao', 'Segue a lista.'),
      event(4, null, 'cidadao', 'Falta um contrato.'),
      event(5, null, 'instituicao', 'Segue o contrato 7.'),
    );
    const named = /Complementação da resposta<\/p><p[^>]*>([^<]*)/g;
    expect([...html.matchAll(named)].map(([, told]) => told)).toEqual(['Segue o contrato 7.']);
    expect(html).not.toContain('Avaliação');
  });

  test('says that a file of an answer was withdrawn, which adds nothing to the answer', () => {
    const answered = event(1, 'respondido', 'instituicao', 'Segue a lista.');
    const withdrawn = {
      ...event(2, null, 'instituicao', 'Retiramos um arquivo.'),
      arquivo_retirado: crypto.randomUUID(),
      nota_interna: 'Engano.',
    };
    const html = htmlOf(answered, withdrawn);
    expect(html).toMatch(/Arquivo retirado<\/p><p[^>]*>Retiramos um arquivo\.</);
    expect(html).not.toContain('Complementação');
  });

  test('says of an entry of the citizen without a text that the answer was rated', () => {
    const html = htmlOf(event(1, 'respondido', 'instituicao', 'Segue a lista.'), event(2, null, 'cidadao', null));
    expect(html).toMatch(/, Cidadão<\/p><p[^>]*>Avaliação da resposta</);
  });
});
