/** Stories of what shows an entity of the institution: documents, news, notices, people. */
import { CartaoDeSecao, CategoriasDaSecao } from '../../components/documents/cartao-de-secao/cartao-de-secao.tsx';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { ListaDeDocumentos } from '../../components/documents/lista-de-documentos/lista-de-documentos.tsx';
import { Pagamentos } from '../../components/documents/pagamentos/pagamentos.tsx';
import { SeloDeAtualizacao } from '../../components/documents/selo-de-atualizacao/selo-de-atualizacao.tsx';
import { Atalhos } from '../../components/navigation/atalhos/atalhos.tsx';
import { CartaoComunicado } from '../../components/news/cartao-comunicado/cartao-comunicado.tsx';
import { CartaoNoticia } from '../../components/news/cartao-noticia/cartao-noticia.tsx';
import { FaixaDeBanners } from '../../components/news/faixa-de-banners/faixa-de-banners.tsx';
import { QuadroDeNumeros } from '../../components/numeros/quadro-de-numeros/quadro-de-numeros.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { CartaoDePessoa } from '../../components/people/cartao-de-pessoa/cartao-de-pessoa.tsx';
import { Organograma } from '../../components/people/organograma/organograma.tsx';
import type { Story } from '../story.ts';

const ARQUIVO = { href: '#ata', rotulo: 'Ata nº 3/2026', mime: 'application/pdf', bytes: 412_345, paginas: 6 };
const DOCUMENTO = {
  id: 1,
  titulo: 'Ata nº 3/2026',
  href: '#documento',
  data: '2026-03-04',
  ementa: 'Contas de fevereiro.',
  arquivos: [ARQUIVO],
};
const COMUNICADO = {
  titulo: 'Sistema em manutenção',
  href: '#comunicado',
  resumo: 'Os postos não emitem certidão.',
  tipo: 'Aviso',
  publicadoEm: '2026-11-23',
  validoAte: '2026-11-29',
};
const UNIDADE = { id: 1, nome: 'Presidência', sigla: 'PRES', href: '#presidencia', titular: 'Helena Castanho Vilhena' };
const SERVICO = {
  id: 1,
  area: 'acesso_rapido',
  rotulo: 'Contracheque',
  descricao: 'Veja e imprima.',
  icone: 'lucide:file-text',
  destino: '#contracheque',
  externo: false,
  filhos: [],
} as const;
const SECAO = {
  chave: 'atas',
  nome: 'Atas',
  descricao: 'O que os conselhos decidiram.',
  icone: 'lucide:landmark',
  categorias: [
    { slug: 'atas', rotulo: 'Atas do Conselho', descricao: 'Uma por reunião.', total: 37, ultimoEm: '2026-10-28' },
    { slug: 'pautas', rotulo: 'Pautas', descricao: 'Antes de cada reunião.', total: 0, ultimoEm: null },
  ],
  links: [{ ...SERVICO, id: 2, area: 'lai', rotulo: 'Radar da Transparência', externo: true }],
} as const;
const CONTRATO = {
  __typename: 'documento',
  id: 1,
  categoria_slug: 'contratos',
  titulo: 'Contrato nº 2/2026',
  data_ato: null,
  publicado_em: null,
} as const;
const PAGO = {
  ...CONTRATO,
  pagamentos: [{ __typename: 'pagamento', id: 1, pago_em: '2026-10-05', valor: 1250.5, empenho: '2026NE10', referente_a: 'Limpeza' }],
  pagamentos_aggregate: {
    __typename: 'pagamento_aggregate',
    aggregate: { __typename: 'pagamento_aggregate_fields', count: 3, sum: { __typename: 'pagamento_sum_fields', valor: 3751.5 } },
  },
} as const;
const DINHEIRO = {
  __typename: 'indicador',
  codigo: 'patrimonio',
  grupo: 'Investimentos',
  nome: 'Dinheiro guardado',
  significado: 'O que o instituto tem aplicado.',
  unidade: 'reais',
  numeros: [2025, 2024].map((ano, index) => ({
    __typename: 'numero_documento' as const,
    id: index + 1,
    data_base: `${ano}-12-31`,
    valor: 317_430_000 - index * 20_000_000,
    documento: CONTRATO,
  })),
} as const;

export const DOMAIN: readonly Story[] = [
  {
    component: 'LinkDeArquivo',
    states: [
      { name: 'sozinho', element: <LinkDeArquivo arquivo={ARQUIVO} /> },
      { name: 'em destaque', element: <LinkDeArquivo arquivo={ARQUIVO} prominent /> },
      { name: 'sob o título do documento', element: <LinkDeArquivo arquivo={ARQUIVO} below="Ata nº 3/2026" /> },
    ],
  },
  {
    component: 'ListaDeDocumentos',
    states: [
      {
        name: 'com e sem situação',
        element: (
          <ListaDeDocumentos
            documentos={[DOCUMENTO, { ...DOCUMENTO, id: 2, titulo: 'Lei nº 702', situacao: { rotulo: 'Vigente', tone: 'success' } }]}
          />
        ),
      },
    ],
  },
  {
    component: 'SeloDeAtualizacao',
    states: ['em_dia', 'atrasada', null].map((situacao) => ({
      name: situacao ?? 'sem prazo',
      element: <SeloDeAtualizacao situacao={situacao} />,
    })),
  },
  {
    component: 'CartaoComunicado',
    states: [
      ...(['normal', 'alta', 'urgente'] as const).map((prioridade) => ({
        name: prioridade,
        element: <CartaoComunicado comunicado={{ ...COMUNICADO, prioridade }} />,
      })),
      { name: 'encerrado', element: <CartaoComunicado comunicado={{ ...COMUNICADO, prioridade: 'normal', encerrado: true }} /> },
    ],
  },
  {
    component: 'CartaoNoticia',
    states: [
      {
        name: 'sem imagem',
        element: (
          <CartaoNoticia
            noticia={{
              titulo: 'Audiência pública',
              href: '#noticia',
              chapeu: 'Cadastro',
              resumo: 'Como foi.',
              publicadoEm: '2026-10-26',
              imagem: null,
            }}
          />
        ),
      },
    ],
  },
  {
    component: 'BlocoDeContato',
    states: [
      {
        name: 'telefone e endereço',
        element: (
          <BlocoDeContato
            contatos={[
              { id: 1, tipo: 'telefone', rotulo: 'Central', valor: '(91) 3000-0000', href: 'tel:+559130000000', principal: true },
              {
                id: 2,
                tipo: 'endereco',
                rotulo: 'Sede',
                valor: 'Avenida das Castanheiras, 1200, CEP 68999-000',
                href: null,
                principal: true,
              },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'CartaoDePessoa',
    states: [
      {
        name: 'com contatos',
        element: (
          <CartaoDePessoa
            level={4}
            pessoa={{
              nome: 'Helena Castanho Vilhena',
              cargo: 'Diretora-Presidente',
              foto: null,
              email: 'presidencia@prevserena.example',
              telefone: '(91) 3000-0000',
            }}
          />
        ),
      },
      {
        name: 'só o nome',
        element: <CartaoDePessoa level={4} pessoa={{ nome: 'Rosa Baía Monteiro', cargo: null, foto: null }} />,
      },
    ],
  },
  {
    component: 'Organograma',
    states: [
      {
        name: 'dois níveis e um conselho',
        element: (
          <Organograma
            rotulo="Organograma"
            orgaos={[{ id: 1, nome: 'Conselho Fiscal', href: '#conselho' }]}
            raizes={[
              { ...UNIDADE, filhos: [{ ...UNIDADE, id: 2, nome: 'Diretoria de Benefícios', sigla: null, titular: null, filhos: [] }] },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'Atalhos',
    states: [
      {
        name: 'dentro e fora do site',
        element: <Atalhos rotulo="Serviços" itens={[SERVICO, { ...SERVICO, id: 2, rotulo: 'Certidão', descricao: null, externo: true }]} />,
      },
    ],
  },
  {
    component: 'CartaoDeSecao',
    states: [
      { name: 'inteiro', element: <CartaoDeSecao secao={SECAO} /> },
      { name: 'com mais do que cabe', element: <CartaoDeSecao secao={SECAO} limit={1} /> },
      { name: 'categorias no menu completo', element: <CategoriasDaSecao secao={SECAO} /> },
    ],
  },
  {
    component: 'FaixaDeBanners',
    states: [
      {
        name: 'com e sem frase',
        element: (
          <FaixaDeBanners
            rotulo="Destaques"
            banners={[
              { id: 1, titulo: 'Censo previdenciário', subtitulo: 'Até 30 de novembro.', href: '#censo', imagem: null },
              { id: 2, titulo: 'Eleição do conselho', subtitulo: null, href: '#eleicao', imagem: null },
            ]}
          />
        ),
      },
    ],
  },
  {
    component: 'Pagamentos',
    states: [
      { name: 'de um contrato', element: <Pagamentos documentos={[PAGO]} /> },
      { name: 'com o contrato de cada um', element: <Pagamentos documentos={[PAGO]} comContrato /> },
    ],
  },
  {
    component: 'QuadroDeNumeros',
    states: [{ name: 'de dois anos', element: <QuadroDeNumeros grupo="Investimentos" indicadores={[DINHEIRO]} /> }],
  },
];
