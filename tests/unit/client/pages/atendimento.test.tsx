/** Pages by which people reach the institution: a service, a document in another format, and the ways beside a form. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import * as acompanhamento from '../../../../client/pages/acompanhamento/page.tsx';
import { FormasDeAtendimento } from '../../../../client/pages/atendimento/formas-de-atendimento.tsx';
import * as avaliacao from '../../../../client/pages/avaliacao/page.tsx';
import { AttachmentsField } from '../../../../client/pages/case-form/attachments-field.tsx';
import * as formatoAcessivel from '../../../../client/pages/formato-acessivel/page.tsx';
import * as novidades from '../../../../client/pages/novidades/page.tsx';
import * as recibo from '../../../../client/pages/recibo/page.tsx';
import * as servico from '../../../../client/pages/servico/page.tsx';
import { SessionContext, SettingsContext } from '../../../../client/site-state/contexts.ts';
import { publicSettings } from '../../../support/pages/public-settings.ts';
import { renderPage } from './render-page.tsx';

const SERVICO = {
  id: 1,
  slug: 'pedir-pensao',
  nome: 'Pedir pensão',
  resumo: 'Para quem dependia do servidor.',
  publico: 'Dependentes',
  requisitos: 'Ser dependente na data do óbito',
  prioridade: 'Pessoas com 60 anos ou mais',
  custo: 'Gratuito',
  prazo_maximo_dias: 60,
  documentos_exigidos: ['Certidão de óbito', 'Documento com foto'],
  etapas: [{ titulo: 'Peça', descricao: 'Vá a um posto.' }],
  canais: ['Telefone (91) 3000-0000'],
  base_legal: 'Lei nº 9.717/1998',
  inicio_endereco: null,
  inicio_rotulo: null,
  atualizado_em: '2026-11-02T12:00:00Z',
  unidade: null,
};

describe('the page of a receipt', () => {
  it.each([
    [true, 'q@exemplo.org', 'enviamos também para o e-mail'],
    [true, null, 'este recibo fica aqui por 15 minutos'],
    [false, 'q@exemplo.org', 'este recibo fica aqui por 15 minutos'],
  ])('says where the access code is seen again: mail %j, address %j', (hasMail, email, words) => {
    const receipt = {
      channel: 'sic',
      protocolo: 'SIC-2026-000001-3',
      codigo: 'MPBCYPTP',
      registradoEm: '2026-11-02T12:00:00Z',
      prazoEm: '2026-11-23',
      anonima: false,
    } as const;
    const html = renderToStaticMarkup(
      <SettingsContext value={publicSettings({ hasMail })}>
        <SessionContext value={{ kind: 'case', isReturned: false, screen: { kind: 'receipt', receipt: { ...receipt, email } } }}>
          <recibo.PageComponent />
        </SessionContext>
      </SettingsContext>,
    );
    expect(html).toContain(words);
    // The person may have chosen an answer on the page of the case.
    expect(html.includes('E-mail que você informou')).toBe(email !== null);
    expect(html).not.toContain('E-mail da resposta');
    expect(html).toContain('anote o protocolo e o código e depois feche o recibo');
  });
});

describe('the page that asks for protocol and code', () => {
  it.each([true, false])('tells who wrote without a name and lost the code what is left to do, with e-mail %j', (hasMail) => {
    const html = renderToStaticMarkup(
      <SettingsContext value={publicSettings({ hasMail })}>
        <acompanhamento.PageComponent />
      </SettingsContext>,
    );
    expect(html).toContain('Quem não se identificou precisa registrar de novo, porque não há como saber de quem é o caso.');
  });
});

describe('the field of the files of a form', () => {
  it('says what files tell of who made them, and that they take time', () => {
    const html = renderToStaticMarkup(<AttachmentsField />);
    expect(html).toContain('Das fotos apagamos os dados de lugar e de aparelho. Outros arquivos podem guardar o nome de quem os fez.');
    expect(html).toContain('Em uma conexão lenta, o envio pode levar alguns minutos.');
  });
});

describe('the page of a link of an e-mail to subscribers', () => {
  it.each([
    ['that is confirmed', { kind: 'confirmed', what: 'as notícias' }],
    ['that can be left', { kind: 'leave', action: '/_novidades/sair/x', what: 'as notícias' }],
  ] as const)('says how to follow something else on the page of a subscription %s', (_state, screen) => {
    const html = renderToStaticMarkup(
      <SessionContext value={{ kind: 'case', isReturned: false, screen: { kind: 'emailSubscription', screen } }}>
        <novidades.PageComponent />
      </SessionContext>,
    );
    expect(html).toContain('Quer seguir outra coisa?');
    expect(html).toContain('<a href="/informacoes/comunicados">comunicados</a>');
  });
});

describe('the page of a judgement that came back', () => {
  const page = (typed: Readonly<Record<string, string>>, isFaulty = true): string =>
    renderToStaticMarkup(
      <SessionContext
        value={{
          kind: 'case',
          isReturned: true,
          screen: { kind: 'feedback', page: '/sic', problem: 'O comentário parece ter um CPF.', isFaulty, typed },
        }}
      >
        <avaliacao.PageComponent />
      </SessionContext>,
    );

  it('gives the focus to what is wrong, names it at the comment, and sends the comment again with the answer that was pressed', () => {
    const html = page({ util: 'nao', comentario: '529.982.247-25' });
    expect(html).toMatch(/<section id="problemas" tabindex="-1"[^>]* autofocus/i);
    expect(html).toMatch(
      /<textarea [^>]*aria-describedby="comentario-da-pagina-dica problemas"[^>]* aria-invalid="true"[^>]*>529\.982\.247-25</,
    );
    expect(html).toMatch(/<button (?=[^>]*name="util")[^>]*value="nao"[^>]*>Enviar o comentário</);
  });

  it('keeps a comment that could not be taken now, and does not mark it', () => {
    const html = page({ util: 'nao', comentario: 'Falta o horário.' }, false);
    expect(html).toMatch(/<textarea [^>]*aria-describedby="comentario-da-pagina-dica"[^>]*>Falta o horário\.</);
    expect(html).not.toContain('aria-invalid');
  });

  it('marks no comment where none was written', () => {
    const html = page({});
    expect(html).not.toContain('aria-invalid');
    expect(html).toMatch(/<button type="submit" class="[^"]*">Enviar o comentário</);
  });
});

const pagina = (dado: object): string =>
  renderPage(servico, '/servicos/pedir-pensao', { results: { Servico: { servico: [{ ...SERVICO, ...dado }] } } });

describe('the page of a service', () => {
  it('says who may ask, what to bring, what it costs, how long it takes, the steps and where', () => {
    const html = pagina({});
    const parts = [
      'Gratuito',
      '60 dias',
      'Quem pode pedir',
      'Dependentes',
      'O que levar',
      'Certidão de óbito',
      'Passo a passo',
      'Vá a um posto.',
      'Onde pedir',
      '(91) 3000-0000',
    ];
    expect(parts.filter((part) => !html.includes(part))).toEqual([]);
  });

  it.each([
    [{}, 'href="#onde-pedir"', 'Ver onde pedir'],
    [{ inicio_endereco: '/sic', inicio_rotulo: 'Fazer o pedido' }, 'href="/sic"', 'Fazer o pedido'],
    [{ inicio_endereco: 'https://outro.example/', inicio_rotulo: null }, 'href="https://outro.example/"', 'Começar'],
  ])('has one button to begin with: %j', (dado, address, label) => {
    const html = pagina(dado);
    const [button = '', ...others] = html.match(/<a [^>]*class="[^"]*_button_[^"]*_primary_[^"]*"[^>]*>.*?<\/a>/gs) ?? [];
    expect([button.includes(address), button.includes(label), others.length]).toEqual([true, true, 0]);
  });
});

it('a document is asked for in another format by a request that names it already', () => {
  const documento = { id: 7, categoria_slug: 'leis', titulo: 'Lei nº 7' };
  const html = renderPage(formatoAcessivel, '/sic/formatoAcessivel/7', {
    results: {
      DocumentoDoPedido: { documento_by_pk: documento },
      FormularioDoCanal: { canal_atendimento: [], assunto: [] },
    },
  });
  expect(html).toContain('action="/_casos/pedido"');
  expect(/<textarea[^>]*name="texto"[^>]*>([^<]*)/.exec(html)?.[1]).toMatch(
    /Peço em formato acessível o documento “Lei nº 7” \(\/lai\/.*leis.*7\)/,
  );
});

describe('the ways beside a form', () => {
  const telefone = (id: number, rotulo: string) =>
    ({ id, tipo: 'telefone', rotulo, valor: `(91) 3000-000${id}`, href: `tel:3000000${id}`, principal: id === 1, ordem: id }) as const;
  const desenhar = (contatos: Parameters<typeof FormasDeAtendimento>[0]['contatos']): string =>
    renderToStaticMarkup(<FormasDeAtendimento titulo="Formas" contatos={contatos} balcao={null} />);

  it('say whose number is which where there are two', () => {
    const html = desenhar([telefone(1, 'Central'), telefone(5, 'Ouvidoria')]);
    expect(html).toContain('Central: <a href="tel:30000001">(91)\u00a03000-0001</a>');
    expect(html).toContain('Ouvidoria: <a href="tel:30000005">(91)\u00a03000-0005</a>');
    expect(desenhar([telefone(1, 'Central')])).not.toContain('Central:');
  });
});
