import { membrosEm, ORGAOS, type OrgaoChave } from '../bodies.ts';
import { anoDe, type Dia, dia, diaUtil, somarDias } from '../dates.ts';
import { type ConteudoPdf, lista, paragrafo, titulo } from '../pdf/content.ts';
import type { DocumentoDemo } from './model.ts';

type Decisao = readonly [ementa: string, resumo: string];

const DO_CONSELHO: readonly Decisao[] = [
  ['Aprova a Política de Investimentos do exercício seguinte', 'O conselho aprovou as regras de investimento do próximo ano.'],
  ['Aprova o plano de ação e as metas do instituto', 'Definiu o que o instituto deve entregar no ano.'],
  ['Aprova o calendário anual de reuniões', 'Fixou as datas das reuniões ordinárias.'],
  ['Aprova o plano de capacitação de dirigentes e conselheiros', 'Definiu os cursos e as certificações do ano.'],
];

const DO_COMITE: readonly Decisao[] = [
  ['Define os critérios de credenciamento de instituições financeiras', 'Disse o que é examinado antes de credenciar um banco ou gestora.'],
  ['Estabelece limites de concentração por gestor e por fundo', 'Limitou quanto pode ficar com um mesmo gestor.'],
  ['Aprova o modelo de autorização de aplicação e resgate', 'Padronizou o formulário que registra cada operação.'],
];

const MESES_DO_CONSELHO = [12, 2, 1, 5] as const;

interface Colegiado {
  readonly orgao: OrgaoChave;
  readonly categoria: string;
  readonly prefixo: string;
}

const CONSELHO: Colegiado = {
  orgao: 'conselho_previdenciario',
  categoria: 'resolucaoDoConselhoDePrevidencia',
  prefixo: 'resolucao-conselho',
};
const COMITE: Colegiado = { orgao: 'comite_investimento', categoria: 'resolucaoDoComiteDeInvestimento', prefixo: 'resolucao-comite' };

function textoDaResolucao(
  colegiado: Colegiado,
  nome: string,
  { data, ementa }: { readonly data: Dia; readonly ementa: string },
): ConteudoPdf {
  return {
    titulo: nome,
    subtitulo: `${ementa}.`,
    data,
    assinaturas: membrosEm(colegiado.orgao, data),
    blocos: [
      paragrafo('O colegiado, em reunião ordinária e por decisão da maioria, resolve:'),
      lista(
        `Art. 1º ${ementa}, na forma do anexo.`,
        'Art. 2º A Diretoria Executiva cumpre e divulga esta resolução.',
        'Art. 3º Esta resolução vale a partir da data em que foi aprovada.',
      ),
    ],
  };
}

function resolucao(
  colegiado: Colegiado,
  ano: number,
  index: number,
  base: { readonly data: Dia; readonly decisao: Decisao },
): DocumentoDemo {
  const { data, decisao } = base;
  const [ementa, resumo] = decisao;
  const de = ORGAOS.find(({ chave }) => chave === colegiado.orgao)?.de ?? '';
  const nome = `Resolução nº ${index + 1}/${ano} ${de}`;
  const ultima = ano === 2026 || (colegiado === COMITE && index === 2);
  const fim = dia(ano + (colegiado === CONSELHO ? 1 : 2), 12, 31);
  const revogada = colegiado === COMITE && index === 0 && ano < 2026;
  return {
    chave: `${colegiado.prefixo}:${ano}-${index + 1}`,
    categoria: colegiado.categoria,
    titulo: nome,
    numero: String(index + 1),
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 4)),
    ementa: `${ementa}.`,
    resumo,
    orgao: colegiado.orgao,
    vigencia: ultima ? { inicio: data } : { inicio: data, fim },
    situacao: revogada ? 'revogada' : ultima || fim >= '2026-11-01' ? 'vigente' : 'vencida',
    ...(revogada ? { revogadoPor: `${colegiado.prefixo}:${ano + 1}-1` } : {}),
    ...(colegiado === COMITE && index === 0 && ano > 2019
      ? { relacoes: [{ tipo: 'revoga', para: `${colegiado.prefixo}:${ano - 1}-1` }] }
      : {}),
    conteudo: textoDaResolucao(colegiado, nome, { data, ementa }),
  };
}

const REGIMENTOS: readonly (readonly [
  chave: string,
  nome: string,
  data: Dia,
  orgao: OrgaoChave | undefined,
  situacao: 'vigente' | 'revogada',
  resumo: string,
])[] = [
  [
    'conselho:2019',
    'Regimento Interno do Conselho de Previdência – 2019',
    '2019-03-14',
    'conselho_previdenciario',
    'revogada',
    'Regras antigas do conselho, substituídas em 2024.',
  ],
  [
    'fiscal:2019',
    'Regimento Interno do Conselho Fiscal – 2019',
    '2019-03-19',
    'conselho_fiscal',
    'revogada',
    'Regras antigas do conselho, substituídas em 2024.',
  ],
  [
    'comite:2019',
    'Regimento Interno do Comitê de Investimentos – 2019',
    '2019-11-20',
    'comite_investimento',
    'revogada',
    'Primeiro regimento do comitê, substituído em 2026.',
  ],
  [
    'instituto:2020',
    'Regimento Interno do PREVSERENA',
    '2020-02-13',
    undefined,
    'vigente',
    'Diz o que cada área do instituto faz e quem responde por ela.',
  ],
  [
    'diretoria:2021',
    'Regimento Interno da Diretoria Executiva',
    '2021-04-05',
    'diretoria_executiva',
    'vigente',
    'Regras das reuniões e decisões da diretoria.',
  ],
  [
    'ouvidoria:2023',
    'Regimento da Ouvidoria',
    '2023-06-15',
    undefined,
    'vigente',
    'Diz como as manifestações são recebidas, tratadas e respondidas.',
  ],
  [
    'conselho:2024',
    'Regimento Interno do Conselho de Previdência – 2024',
    '2024-03-14',
    'conselho_previdenciario',
    'vigente',
    'Composição, reuniões, votação e publicidade das decisões do conselho.',
  ],
  [
    'fiscal:2024',
    'Regimento Interno do Conselho Fiscal – 2024',
    '2024-03-19',
    'conselho_fiscal',
    'vigente',
    'Composição, reuniões e forma dos pareceres do conselho.',
  ],
  [
    'comite:2026',
    'Regimento Interno do Comitê de Investimentos – 2026',
    '2026-02-18',
    'comite_investimento',
    'vigente',
    'Regras do comitê, adaptadas à Resolução CMN nº 5.272/2025.',
  ],
];

const SUCESSOR: Readonly<Record<string, string>> = {
  'conselho:2019': 'conselho:2024',
  'fiscal:2019': 'fiscal:2024',
  'comite:2019': 'comite:2026',
};

function regimento([chave, nome, data, orgao, situacao, resumo]: (typeof REGIMENTOS)[number], index: number): DocumentoDemo {
  const sucessor = SUCESSOR[chave];
  const antecessor = Object.entries(SUCESSOR).find(([, novo]) => novo === chave)?.[0];
  return {
    chave: `regimento:${chave}`,
    categoria: 'regimentos',
    titulo: nome,
    numero: String(index + 1),
    exercicio: anoDe(data),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 8)),
    ementa: `Aprova o ${nome.replace(/ – \d+$/, '')}.`,
    resumo,
    situacao,
    vigencia: { inicio: data, ...(sucessor === undefined ? {} : { fim: REGIMENTOS.find(([outra]) => outra === sucessor)?.[2] ?? data }) },
    orgao: orgao ?? 'conselho_previdenciario',
    ...(sucessor === undefined ? {} : { revogadoPor: `regimento:${sucessor}` }),
    ...(antecessor === undefined ? {} : { relacoes: [{ tipo: 'revoga', para: `regimento:${antecessor}` }] }),
    conteudo: {
      titulo: nome,
      data,
      assinaturas: membrosEm('conselho_previdenciario', data),
      blocos: [
        titulo('Composição'),
        paragrafo('Os membros têm mandato e podem ser reconduzidos uma vez. Cada titular tem um suplente.'),
        titulo('Reuniões'),
        lista(
          'As reuniões são abertas.',
          'A pauta sai com cinco dias de antecedência.',
          'As decisões são tomadas pela maioria dos presentes.',
        ),
        titulo('Publicidade'),
        paragrafo('As atas e as resoluções são publicadas no site depois de assinadas.'),
      ],
    },
  };
}

/** Resolutions of the council and of the committee, and the internal rules of every body. */
export function resolucoes(): readonly DocumentoDemo[] {
  const anos = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
  return [
    ...anos.flatMap((ano) =>
      DO_CONSELHO.map((decisao, index) => ({ decisao, mes: MESES_DO_CONSELHO[index] ?? 1 }))
        .filter(({ mes }) => ano < 2026 || mes < 11)
        .sort((a, b) => a.mes - b.mes)
        .map(({ decisao, mes }, index) => resolucao(CONSELHO, ano, index, { data: diaUtil(dia(ano, mes, 12)), decisao })),
    ),
    ...anos.flatMap((ano) =>
      DO_COMITE.map((decisao, index) => resolucao(COMITE, ano, index, { data: diaUtil(dia(ano, 2 + index * 3, 18)), decisao })),
    ),
    ...REGIMENTOS.map(regimento),
  ];
}
