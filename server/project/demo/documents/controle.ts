import { nomeDe } from '../bodies.ts';
import { dia, diaUtil, somarDias } from '../dates.ts';
import { INSTITUTO } from '../institute.ts';
import { lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { randomFor } from '../random.ts';
import { competenciaDoAno, type DocumentoDemo } from './model.ts';

const FECHADOS = [2019, 2020, 2021, 2022, 2023, 2024, 2025] as const;

type Canal = { readonly chave: 'ouvidoria' | 'sic'; readonly nome: string; readonly norma: string; readonly partes: readonly string[] };

const CANAIS: readonly Canal[] = [
  {
    chave: 'ouvidoria',
    nome: 'Relatório anual da Ouvidoria',
    norma: 'Lei nº 13.460/2017, arts. 14 e 15',
    partes: ['Quantidade de manifestações', 'Motivos', 'Pontos que se repetem', 'Medidas tomadas pelo instituto'],
  },
  {
    chave: 'sic',
    nome: 'Relatório anual do SIC',
    norma: 'Lei nº 12.527/2011, art. 30',
    partes: [
      'Pedidos recebidos, atendidos e negados',
      'Informações gerais sobre quem pediu',
      'Rol de informações classificadas e desclassificadas: não há',
    ],
  },
];

function relatorioDoCanal(canal: Canal, ano: number): DocumentoDemo {
  const random = randomFor(`canal:${canal.chave}:${ano}`);
  const total = random.integer(64, 138);
  const resolvidos = Math.round(total * random.between(0.84, 0.93));
  const data = diaUtil(dia(ano + 1, 1, 24));
  const nome = `${canal.nome} – ${ano}`;
  return {
    chave: `relatorio-${canal.chave}:${ano}`,
    categoria: 'prestacaoDeContas',
    titulo: nome,
    exercicio: ano,
    competencia: competenciaDoAno(ano),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 5)),
    tipo: 'relatorio_de_gestao',
    resumo: `Relatório publicado por inteiro, como pede a ${canal.norma}. Os números deste arquivo são de demonstração.`,
    conteudo: {
      titulo: nome,
      subtitulo: 'Dados de demonstração: os números abaixo não são reais',
      data,
      assinaturas:
        canal.chave === 'ouvidoria'
          ? [{ nome: nomeDe('carla'), cargo: 'Ouvidora' }]
          : [{ nome: nomeDe('regina'), cargo: 'Autoridade responsável pelo SIC' }],
      blocos: [
        paragrafo(`Fundamento: ${canal.norma}.`),
        tabela(
          'Resumo (dados de demonstração)',
          ['Item', String(ano)],
          [
            ['Recebidos', String(total)],
            ['Concluídos no prazo', String(resolvidos)],
            ['Concluídos com prorrogação justificada', String(total - resolvidos)],
          ],
        ),
        titulo('O que este relatório traz'),
        lista(...canal.partes),
      ],
    },
  };
}

const DECISOES = [
  [2019, 'aprovadas', 'Contas regulares.'],
  [2020, 'aprovadas_com_ressalvas', 'Ressalva: atraso no envio de um demonstrativo.'],
  [2021, 'aprovadas', 'Contas regulares.'],
  [2022, 'aprovadas', 'Contas regulares.'],
  [2023, 'aprovadas_com_ressalvas', 'Ressalva: falta de inventário de bens móveis.'],
  [2024, 'pendentes', 'Contas recebidas; julgamento ainda não marcado.'],
] as const;

function parecer([ano, situacao, nota]: (typeof DECISOES)[number], index: number): DocumentoDemo {
  const data = diaUtil(dia(situacao === 'pendentes' ? ano + 1 : ano + 2, situacao === 'pendentes' ? 5 : 6, 12 + index));
  const numero = `${31 + index * 17}`;
  const nome = situacao === 'pendentes' ? `Contas de ${ano} – julgamento pendente` : `Decisão nº ${numero} – contas de ${ano}`;
  return {
    chave: `parecer:${ano}`,
    categoria: 'parecer_tcm',
    titulo: nome,
    numero,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 7)),
    situacao,
    ementa: `Contas do instituto, exercício de ${ano}. ${nota}`,
    fonte: INSTITUTO.tribunal,
    resumo:
      situacao === 'pendentes'
        ? `As contas de ${ano} foram entregues no prazo e aguardam julgamento.`
        : `O Tribunal examinou as contas de ${ano}. ${nota}`,
    relacoes: [{ tipo: 'resultado_de', para: `prestacao:${ano}` }],
    conteudo: {
      titulo: nome,
      subtitulo: 'Reprodução fictícia, para demonstração',
      data,
      assinaturas: [{ nome: 'Secretaria do Plenário', cargo: INSTITUTO.tribunal }],
      blocos: [paragrafo(`Processo de contas do ${INSTITUTO.nome}, exercício de ${ano}.`), titulo('Decisão'), paragrafo(nota)],
    },
  };
}

/** Yearly reports of the ombudsman and of the information service, and the decisions of the court of accounts. */
export function controle(): readonly DocumentoDemo[] {
  return [...CANAIS.flatMap((canal) => FECHADOS.map((ano) => relatorioDoCanal(canal, ano))), ...DECISOES.map(parecer)];
}
