import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Caso } from '../../../../client/pages/acompanhamento/caso.tsx';
import type { Tracked } from '../../../../client/pages/acompanhamento/forma-da-acao.tsx';
import { SettingsContext } from '../../../../client/site-state/contexts.ts';
import type { TrackedCase } from '../../../../shared/cases/case-screen.ts';
import { CASE_MESSAGES, refusalMessage } from '../../../../shared/cases/messages.ts';
import { publicSettings } from '../../../support/pages/public-settings.ts';

const ANSWERED: TrackedCase = {
  canal: 'sic',
  protocolo: 'SIC-2026-000001-3',
  registradoEm: '2026-11-02T12:00:00Z',
  prazoEm: '2026-11-23',
  situacao: 'Respondido',
  formaDaResposta: 'Por e-mail',
  orgaoDestino: null,
  motivoDoArquivamento: null,
  texto: 'Peço a lista dos contratos.',
  diasRestantes: null,
  andamentos: [{ em: '2026-11-02T12:00:00Z', titulo: 'Pedido registrado', descricao: null }],
  complementarAte: null,
  prazoSuspenso: false,
  pergunta: null,
  respondidoEm: '2026-11-20T12:00:00Z',
  resposta: 'Segue a lista.',
  complementos: [],
  tipoResposta: 'Acesso concedido em parte',
  fundamento: 'Dado pessoal de outra pessoa',
  arquivos: [{ id: 'a', nome: 'lista.pdf', mime: 'application/pdf', bytes: 1024, doCidadao: false }],
  recursos: [],
  reclamacao: null,
  podeComplementar: true,
  podeReabrir: false,
  podeRecorrer: true,
  podeReclamar: false,
  recursoAte: '2026-12-02',
  autoridadeDoRecurso: 'Presidência',
  podeAvaliar: true,
  podeCorrigirEmail: false,
  satisfacao: null,
};

const COMPLAINT: NonNullable<TrackedCase['reclamacao']> = {
  motivo: 'Preciso da lista.',
  em: '2026-11-24T12:00:00Z',
  prazoEm: '2026-11-30',
  decisao: null,
  texto: null,
  autoridade: null,
  semObjeto: false,
  isLate: false,
};

const page = (given: Partial<TrackedCase> = {}, more: Partial<Tracked> = {}, hasMail = true): string =>
  renderToStaticMarkup(
    <SettingsContext value={publicSettings({ hasMail })}>
      <Caso
        screen={{
          kind: 'tracked',
          case: { ...ANSWERED, ...given },
          codigo: 'MPBCYPTP',
          chave: '6f9c1f6e-0b1d-4c5f-9a86-5a2f6f9d2e01',
          done: null,
          attempted: null,
          errors: [],
          typed: {},
          notice: null,
          lostFiles: false,
          ...more,
        }}
      />
    </SettingsContext>,
  );

const idsOf = (html: string): readonly string[] => Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id);

describe('the page of a case', () => {
  it('promises e-mails to a corrected address where the site sends any', () => {
    const promise = 'O recibo e os avisos deste caso passam a ir para este endereço.';
    const shown = [true, false].map((hasMail) => page({ podeCorrigirEmail: true }, {}, hasMail));
    expect(shown.map((html) => [html.includes(promise), html.includes('Este site não envia e-mails')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('shows every action that is possible, each with fields of its own', () => {
    const html = page();
    const ids = idsOf(html);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ['recurso-texto', 'complemento-texto', 'avaliacao-nota', 'avaliacao-texto']) expect(ids).toContain(id);
    expect(html).toContain('quarta-feira, 2 de dezembro de 2026. Quem decide: Presidência');
  });

  it('gives each form the key by which it is recorded once', () => {
    const html = page();
    expect(html.split('name="chave" value="6f9c1f6e-0b1d-4c5f-9a86-5a2f6f9d2e01"').length - 1).toBe(3);
  });

  it('takes files with what is added to the case and with an appeal, and asks for them again where they were lost', () => {
    const html = page({ podeComplementar: true }, { attempted: 'complement', notice: 'Não foi possível.', lostFiles: true });
    for (const path of ['/_casos/complementar', '/_casos/recorrer']) {
      const form = html.slice(html.indexOf(`action="${path}"`));
      expect(form.slice(0, form.indexOf('</form>'))).toMatch(/encType="multipart\/form-data".*name="texto".*name="anexos"/s);
    }
    expect(html.match(/type="file"/g)).toHaveLength(2);
    expect(html).toContain(CASE_MESSAGES.arquivosDeNovo);
  });

  it('gives back what was written for something that is no longer possible, whose form is gone', () => {
    const written = { attempted: 'complement', typed: { texto: 'Faltou o anexo.' }, notice: 'Isso não pode mais ser feito.' } as const;
    expect(page({ podeComplementar: false }, written)).toContain('O que você escreveu e não foi enviado');
    expect(page({ podeComplementar: false }, written)).toContain('Faltou o anexo.');
    expect(page({ podeComplementar: true }, written)).not.toContain('O que você escreveu e não foi enviado');
  });

  it('gives what was typed, and what is wrong with it, back to the form that was sent', () => {
    const html = page(
      {},
      { attempted: 'rating', typed: { texto: 'Demorou.' }, errors: [{ field: 'nota', message: 'Escolha uma nota de 1 a 5.' }] },
    );
    expect(html.split('Demorou.')).toHaveLength(2);
    expect(html).toContain('<a href="#avaliacao-nota">Escolha uma nota de 1 a 5.</a>');
    expect(idsOf(html)).toContain('avaliacao-nota-erro');
  });

  it.each<[string, Partial<TrackedCase>, string]>([
    [
      'where an answer is fetched',
      { formaDaResposta: 'Retirar no balcão do SIC' },
      'Retirar no balcão do SIC: <a href="/sic#canais">endereço e horário</a>',
    ],
    ['how the answer comes', { formaDaResposta: 'Por carta' }, 'Por carta</dd>'],
    ['the body that has it', { orgaoDestino: 'Secretaria da Fazenda' }, 'Secretaria da Fazenda'],
    ['why it was shelved', { motivoDoArquivamento: 'Repete outra manifestação' }, 'Repete outra manifestação'],
    ['days that are left', { diasRestantes: 1 }, 'Tempo restante</dt><dd class="_value_'],
    ['what the institution asks first', { pergunta: 'De que mês?' }, 'Precisamos de uma informação sua'],
    [
      'until when to answer what is asked',
      { pergunta: 'De que mês?', complementarAte: '2026-12-14' },
      'Responda até segunda-feira, 14 de dezembro de 2026. Até você responder, o prazo do instituto fica parado. Se você não',
    ],
    ['that the term stands still', { prazoSuspenso: true }, 'parado até você responder'],
    [
      'that the term of an appeal is over',
      { podeRecorrer: false },
      'O prazo para recorrer terminou em quarta-feira, 2 de dezembro de 2026.',
    ],
    [
      'what was added to the answer',
      { complementos: [{ em: '2026-11-25T12:00:00Z', texto: 'Faltou o contrato 7.' }] },
      'Complementação da resposta',
    ],
    ['how late the answer is', { diasRestantes: -3 }, 'Atraso'],
    ['how an answer may be reopened', { podeRecorrer: false, podeReabrir: true }, 'Reabrir a manifestação'],
    ['how a wrong e-mail is corrected', { podeCorrigirEmail: true }, 'Corrigir ou informar o e-mail'],
    [
      'what was written in an appeal',
      {
        recursos: [
          {
            instancia: 1,
            motivo: 'Faltam os totais.',
            em: '2026-11-24T12:00:00Z',
            prazoEm: '2026-11-30',
            decisao: null,
            texto: null,
            autoridade: null,
          },
        ],
      },
      'Faltam os totais.',
    ],
    ['who is asked about a late request', { canal: 'sic', diasRestantes: -3 }, 'reclamar na Ouvidoria'],
    [
      'that a late request is complained of here',
      { diasRestantes: -3, podeReclamar: true },
      'Você pode <a href="#reclamacao">reclamar da falta de resposta</a> aqui mesmo.',
    ],
    [
      'how a file goes with a complaint',
      { diasRestantes: -3, podeReclamar: true },
      'envie primeiro a reclamação e depois <a href="#complemento">acrescente o arquivo ao caso</a>',
    ],
    ['when a complaint is decided', { diasRestantes: -3, reclamacao: COMPLAINT }, 'vem até 30 de novembro de 2026, segunda-feira'],
    ['that its decision is late', { diasRestantes: -9, reclamacao: { ...COMPLAINT, isLate: true } }, 'devia vir até 30 de novembro'],
    ['what was written in a complaint', { reclamacao: COMPLAINT }, 'O que você escreveu na reclamação'],
    ['who else is asked after a complaint', { diasRestantes: -3, reclamacao: COMPLAINT }, 'Você pode também'],
    ['what became of a complaint', { reclamacao: { ...COMPLAINT, decisao: 'Você teve razão', autoridade: 'Regina' } }, 'Quem decidiu'],
    ['who is asked about a late manifestation', { canal: 'ouvidoria', diasRestantes: -3 }, 'contatos da Ouvidoria'],
    [
      'that a decision is late',
      {
        diasRestantes: -3,
        recursos: [
          { instancia: 1, motivo: null, em: '2026-11-24T12:00:00Z', prazoEm: '2026-11-30', decisao: null, texto: null, autoridade: null },
        ],
      },
      'A decisão devia vir até 30 de novembro de 2026, segunda-feira. O instituto continua obrigado a decidir.',
    ],
    ['what ends the right to reopen', { canal: 'ouvidoria', podeReabrir: true, podeAvaliar: true }, 'não pode mais ser reaberta'],
    [
      'the decision of an appeal',
      {
        recursos: [
          {
            instancia: 1,
            motivo: null,
            em: '2026-11-24T12:00:00Z',
            prazoEm: '2026-11-30',
            decisao: 'Você teve razão',
            texto: null,
            autoridade: 'Presidência',
          },
        ],
      },
      'Você teve razão',
    ],
    [
      'when an appeal will be decided',
      {
        recursos: [
          { instancia: 1, motivo: null, em: '2026-11-24T12:00:00Z', prazoEm: '2026-11-30', decisao: null, texto: null, autoridade: null },
        ],
      },
      'vem até 30 de novembro de 2026, segunda-feira',
    ],
    [
      'who decides an appeal',
      {
        podeRecorrer: false,
        recursos: [
          { instancia: 1, motivo: null, em: '2026-11-24T12:00:00Z', prazoEm: '2026-11-30', decisao: null, texto: null, autoridade: null },
        ],
      },
      'Quem decide</dt><dd class="_value_',
    ],
    [
      'that the authority above decides where nobody is named',
      { autoridadeDoRecurso: null },
      'quarta-feira, 2 de dezembro de 2026. Quem decide: autoridade superior à que respondeu.',
    ],
    [
      'that the term is that of the decision',
      {
        diasRestantes: 3,
        recursos: [
          { instancia: 1, motivo: null, em: '2026-11-24T12:00:00Z', prazoEm: '2026-11-30', decisao: null, texto: null, autoridade: null },
        ],
      },
      'Prazo da decisão',
    ],
  ])('says %s', (_, given, text) => {
    expect(page(given)).toContain(text);
    expect(page()).not.toContain(text);
  });

  it('has no term after the answer, and the day of the answer', () => {
    const waiting = page({ diasRestantes: 3, respondidoEm: null, resposta: null });
    expect(waiting).toContain('Prazo da resposta');
    expect(waiting).not.toContain('Respondido em');
    expect(page()).not.toContain('Prazo da resposta');
    expect(page()).toMatch(/Respondido em.*20 de novembro de 2026/);
  });

  it('gives the focus to what was done, which the next page of the same address would not tell', () => {
    expect(page({}, { done: 'appeal' })).toMatch(/<section id="feito" tabindex="-1" aria-label="Registramos seu recurso." autofocus=""/i);
    expect(page()).not.toMatch(/autofocus/i);
  });

  it('divides no line at the hyphen of the corrected e-mail', () => {
    expect(page({}, { done: 'email' })).toContain('Trocamos o e\u2011mail deste caso.');
  });

  it('shows the decision of a complaint once, and offers no second complaint', () => {
    const decided = { ...COMPLAINT, decisao: 'Você teve razão', texto: 'Responda em três dias.', autoridade: 'Regina' };
    const html = page({
      reclamacao: decided,
      diasRestantes: -3,
      andamentos: [...ANSWERED.andamentos, { em: '2026-11-25T12:00:00Z', titulo: 'Reclamação decidida', descricao: decided.texto }],
    });
    expect(html.split(decided.texto)).toHaveLength(2);
    expect(html).toContain('<a href="#sua-reclamacao">Leia a decisão</a>');
    expect([...idsOf(html), ...idsOf(page({ podeReclamar: true }))].filter((id) => id === 'reclamacao')).toHaveLength(1);
  });

  it('keeps what was written for a complaint that is not possible any more', () => {
    const html = page({}, { attempted: 'complaint', typed: { texto: 'Preciso da lista.' }, notice: refusalMessage('ja_respondido') });
    expect(html).toContain('não cabe mais reclamar da falta de resposta');
    expect(html.split('Preciso da lista.')).toHaveLength(2);
  });

  it('says how to go on after a decision beside the decision, which it shows once', () => {
    const decision = { decisao: 'A resposta foi mantida', texto: 'Mantenho a negativa.', autoridade: 'Presidência' };
    const html = page({
      recursos: [{ instancia: 1, motivo: null, em: '2026-11-24T12:00:00Z', prazoEm: '2026-11-30', ...decision }],
      andamentos: [...ANSWERED.andamentos, { em: '2026-11-25T12:00:00Z', titulo: 'Recurso decidido', descricao: decision.texto }],
    });
    expect(html.split(decision.texto)).toHaveLength(2);
    expect(html).toContain('<a href="#recursos">Leia a decisão</a>');
    for (const said of ['A decisão não atende?', 'Recorrer da decisão', 'Por que a decisão não atende']) expect(html).toContain(said);
    for (const unsaid of ['A resposta não atende?', 'Recorrer da resposta']) expect(html).not.toContain(unsaid);
    expect(html.indexOf('A decisão não atende?')).toBeGreaterThan(html.indexOf(decision.texto));
  });

  it('shows an answer once, and leads to it from the history', () => {
    const answered = { em: '2026-11-20T12:00:00Z', titulo: 'Respondido', descricao: 'Segue a lista.' };
    const html = page({ andamentos: [...ANSWERED.andamentos, answered] });
    expect(html.split('Segue a lista.')).toHaveLength(2);
    expect(html).toContain('<a href="#resposta">Leia a resposta</a>');
    expect(idsOf(html)).toContain('resposta');
    // What an earlier answer said is nowhere else.
    expect(page({ andamentos: [{ ...answered, descricao: 'Falta um mês.' }] })).toContain('Falta um mês.');
  });

  it('leads to the addresses that an answer names, without the punctuation behind them', () => {
    const [lista, ata] = ['https://instituto.example/lai/lista?ano=2025&amp;mes=1', 'http://outro.example/ata_(3)'];
    const resposta = 'Veja https://instituto.example/lai/lista?ano=2025&mes=1. As atas (em http://outro.example/ata_(3)), e javascript:x.';
    const link = (address: string): string => `<a href="${address}">${address}</a>`;
    expect(page({ resposta })).toContain(`Veja ${link(lista ?? '')}. As atas (em ${link(ata ?? '')}), e javascript:x.</p>`);
  });

  it('says which files are the answer of the institution and which the citizen has sent', () => {
    const [answer] = ANSWERED.arquivos;
    const html = page({
      arquivos: [{ id: 'b', nome: 'foto.jpg', mime: 'image/jpeg', bytes: 9, doCidadao: true }, ...(answer === undefined ? [] : [answer])],
    });
    const places = ['Enviados pelo instituto', 'lista.pdf', 'Enviados por você', 'foto.jpg'].map((text) => html.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(page()).not.toContain('Enviados por você');
  });
});
