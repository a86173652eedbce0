import type { DocumentoId } from '../documents/rows.ts';
import { type ArquivoDemo, arquivoDePdf } from '../files.ts';
import { paragrafo, tabela } from '../pdf/content.ts';
import type { Linha, Tabela } from '../rows.ts';

/** The invented certification at level II, the history before it, and the 24 actions with the documents that prove them. */

export function certificado(): ArquivoDemo {
  return arquivoDePdf('progestao:certificado', 'certificado-pro-gestao-nivel-ii.pdf', {
    titulo: 'Certificado Pró-Gestão RPPS – Nível II',
    subtitulo: 'Certificado fictício, para demonstração',
    data: '2026-03-18',
    assinaturas: [{ nome: 'Certificadora Horizonte (fictícia)', cargo: 'Entidade certificadora' }],
    blocos: [
      paragrafo('Certifica-se, para fins de demonstração, que o PREVSERENA atende às ações exigidas para o nível II do programa.'),
      tabela(
        'Resultado',
        ['Dimensão', 'Ações'],
        [
          ['Controles Internos', '6'],
          ['Governança Corporativa', '16'],
          ['Educação Previdenciária', '2'],
        ],
      ),
    ],
  });
}

type Nivel = 'I' | 'II' | 'III' | 'IV';
type Situacao = 'atendida' | 'parcial' | 'em_andamento' | 'nao_atendida';

interface Avaliacao {
  readonly codigo: string;
  readonly nivel: Nivel | null;
  readonly situacao: Situacao;
  readonly observacao: string;
  readonly evidencias: readonly (readonly [descricao: string, alvo: string])[];
}

function acao(
  codigo: string,
  nivel: Nivel | null,
  observacao: string,
  evidencias: Avaliacao['evidencias'],
  situacao: Situacao = 'atendida',
): Avaliacao {
  return { codigo, nivel, situacao, observacao, evidencias };
}

// A target that starts with `/` is a page of the site; any other is the key of a document.
const AVALIACOES: readonly Avaliacao[] = [
  acao('1.1', 'II', 'Estão desenhados os processos de concessão, arrecadação, investimentos e atendimento.', [
    ['Regimento que define os processos de cada área', 'regimento:instituto:2020'],
    ['Carta de Serviços', '/paginas/carta-de-servicos'],
  ]),
  acao('1.2', 'II', 'Os manuais de concessão e de revisão de benefícios estão em uso.', [
    ['Página sobre a concessão de benefícios', '/paginas/concessao-de-beneficios'],
  ]),
  acao('1.3', 'II', 'Todos os dirigentes e a maioria dos conselheiros e membros do comitê têm certificação válida.', [
    ['Diretoria Executiva e certificações', '/institucional/diretoria-executiva'],
    ['Lei que exige a certificação', 'lei:677'],
  ]),
  acao('1.4', 'II', 'O controle interno faz dois relatórios por ano.', [['Relatório de gestão de 2025', 'gestao:2025']]),
  acao('1.5', 'II', 'A política de segurança da informação foi divulgada a todos os servidores.', [
    ['Política de privacidade', '/paginas/privacidade'],
  ]),
  acao('1.6', 'II', 'O censo é feito com regularidade e a prova de vida é anual.', [
    ['Decreto do censo de 2026', 'decreto:207'],
    ['Página da prova de vida', '/paginas/prova-de-vida'],
  ]),
  acao('2.1', 'II', 'O relatório de governança acompanha a prestação de contas anual.', [
    ['Prestação de contas de 2025', 'prestacao:2025'],
  ]),
  acao('2.2', 'II', 'O plano de ação tem metas, prazos e responsáveis.', [
    ['Resolução que aprova o plano de ação de 2026', 'resolucao-conselho:2026-2'],
  ]),
  acao('2.3', 'II', 'As hipóteses são comparadas com o que aconteceu, ano a ano.', [
    ['Avaliação atuarial de 2026', 'avaliacao:2026'],
    ['DRAA de 2026', 'draa:2026'],
  ]),
  acao('2.4', 'II', 'O código de ética está em vigor e foi assinado por todos.', [['Regimento do instituto', 'regimento:instituto:2020']]),
  acao(
    '2.5',
    'I',
    'As revisões por incapacidade são feitas. O programa de saúde do servidor está no começo.',
    [['Relatório de gestão de 2025', 'gestao:2025']],
    'parcial',
  ),
  acao('2.6', 'III', 'A política é aprovada antes do início do ano e há relatório mensal.', [
    ['Política de Investimentos de 2026', 'politica:2026'],
    ['Relatório anual de investimentos de 2025', 'relatorio-investimento:2025'],
    ['DPIN de 2026', 'dpin:2026'],
  ]),
  acao('2.7', 'III', 'O comitê se reúne todos os meses, e as atas são públicas.', [
    ['Regimento do comitê', 'regimento:comite:2026'],
    ['Composição do comitê', '/institucional/comite-investimento'],
  ]),
  acao('2.8', 'II', 'Os documentos pedidos pelo programa estão neste site.', [
    ['Menu completo da transparência', '/lai/MenuCompleto'],
    ['Balanço patrimonial de 2025', 'balanco:2025:balanco_patrimonial'],
  ]),
  acao('2.9', 'II', 'Os limites de autorização estão em resolução do comitê e no regimento.', [
    ['Resolução do comitê sobre limites', 'resolucao-comite:2026-2'],
  ]),
  acao('2.10', 'II', 'Quem propõe, quem autoriza e quem confere são pessoas diferentes.', [['APR com três assinaturas', 'apr:2026-6']]),
  acao('2.11', 'II', 'O instituto tem ouvidora designada e canal no site.', [
    ['Regimento da Ouvidoria', 'regimento:ouvidoria:2023'],
    ['Ouvidoria', '/ouvidoria'],
    ['Relatório anual da Ouvidoria de 2025', 'relatorio-ouvidoria:2025'],
  ]),
  acao('2.12', 'II', 'A diretoria tem quatro membros, com requisitos fixados em lei.', [
    ['Decreto de nomeação', 'decreto:194'],
    ['Composição da diretoria', '/institucional/diretoria-executiva'],
  ]),
  acao('2.13', 'II', 'O Conselho Fiscal se reúne a cada três meses e dá parecer sobre as contas.', [
    ['Regimento do Conselho Fiscal', 'regimento:fiscal:2024'],
    ['Ata de setembro de 2026', 'ata:conselho_fiscal:2026-9'],
  ]),
  acao('2.14', 'II', 'O Conselho de Previdência se reúne todos os meses.', [
    ['Regimento do conselho', 'regimento:conselho:2024'],
    ['Ata de setembro de 2026', 'ata:conselho_previdenciario:2026-9'],
  ]),
  acao('2.15', 'II', 'Os mandatos são de quatro anos, com uma recondução.', [
    ['Lei da composição e dos mandatos', 'lei:677'],
    ['Decreto sobre a escolha dos representantes', 'decreto:183'],
  ]),
  acao(
    '2.16',
    'I',
    'O concurso para o quadro próprio está em preparação.',
    [['Organograma', '/institucional/organograma']],
    'em_andamento',
  ),
  acao('3.1', 'II', 'O plano de capacitação é aprovado pelo conselho todos os anos.', [
    ['Resolução que aprova o plano de capacitação', 'resolucao-conselho:2026-3'],
  ]),
  acao('3.2', 'II', 'Há audiência pública anual, cartilha e visitas às comunidades.', [
    ['Notícias do instituto', '/informacoes/noticias'],
    ['Relatório de gestão de 2025', 'gestao:2025'],
  ]),
];

function certificacoes(): readonly Linha[] {
  return [
    {
      id: 1,
      nivel: 'II',
      versao_manual: '4.0',
      certificadora: 'Certificadora Horizonte (fictícia)',
      certificado_em: '2026-03-18',
      valido_ate: '2029-03-17',
      arquivo_id: certificado().id,
      publicado: true,
    },
    {
      id: 2,
      nivel: 'I',
      versao_manual: '3',
      certificadora: 'Certificadora Horizonte (fictícia)',
      certificado_em: '2022-10-20',
      valido_ate: '2025-10-19',
      arquivo_id: null,
      publicado: true,
    },
  ];
}

/** Tables of the certification, in the order of their foreign keys. The older certificate has no assessment of its own. */
export function progestao(id: DocumentoId): readonly Tabela[] {
  const evidencias = AVALIACOES.flatMap(({ evidencias: lista }, index) =>
    lista.map(([descricao, alvo], ordem) => ({
      avaliacao_id: index + 1,
      documento_id: alvo.startsWith('/') ? null : id(alvo),
      url: alvo.startsWith('/') ? alvo : null,
      descricao,
      ordem: ordem + 1,
    })),
  );
  return [
    {
      nome: 'progestao_certificacao',
      identity: true,
      linhas: certificacoes(),
    },
    {
      nome: 'progestao_avaliacao',
      identity: true,
      linhas: AVALIACOES.map((avaliacao, index) => ({
        id: index + 1,
        certificacao_id: 1,
        acao_codigo: avaliacao.codigo,
        nivel_atingido: avaliacao.nivel,
        situacao: avaliacao.situacao,
        observacao: avaliacao.observacao,
        avaliado_em: '2026-10-08',
      })),
    },
    { nome: 'progestao_evidencia', identity: true, linhas: evidencias.map((evidencia, index) => ({ id: index + 1, ...evidencia })) },
  ];
}
