import { membrosEm, presidenciaEm } from '../bodies.ts';
import { barras, type Dia, dia, diaUtil, porExtenso, somarDias } from '../dates.ts';
import { cnpj } from '../institute.ts';
import { centavos, porcento, reais } from '../money.ts';
import { type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { at, randomFor } from '../random.ts';

import { normaDosInvestimentos } from './carteira.ts';
import { competenciaDoMes, type DocumentoDemo } from './model.ts';

const ANOS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026] as const;

const LIMITES: readonly (readonly [string, number, number, number])[] = [
  ['Títulos públicos federais', 0.2, 0.45, 1],
  ['Fundos de renda fixa', 0.15, 0.38, 0.65],
  ['Fundos de renda variável', 0, 0.1, 0.2],
  ['Fundos estruturados', 0, 0.04, 0.08],
  ['Investimentos no exterior', 0, 0.03, 0.08],
];

function textoDaPolitica(ano: number, nome: string, { data, corrigida }: { readonly data: Dia; readonly corrigida: boolean }): ConteudoPdf {
  return {
    titulo: nome,
    data,
    assinaturas: [...membrosEm('comite_investimento', data).slice(0, 1), ...membrosEm('conselho_previdenciario', data).slice(0, 1)],
    blocos: [
      paragrafo(
        `Aprovada pelo Conselho de Previdência. Fundamento: ${normaDosInvestimentos(ano)} e Portaria MTP nº 1.467/2022, quando aplicáveis ao exercício.`,
      ),
      titulo('Objetivo'),
      paragrafo(
        'Buscar rentabilidade igual ou maior que a meta atuarial, com segurança, liquidez e transparência, para que haja dinheiro no dia do pagamento de cada benefício.',
      ),
      tabela(
        'Limites por segmento',
        ['Segmento', 'Mínimo', 'Alvo', 'Máximo'],
        LIMITES.map(([segmento, minimo, alvo, maximo]) => [
          segmento,
          porcento(minimo),
          porcento(corrigida && segmento === 'Fundos de renda variável' ? alvo + 0.01 : alvo),
          porcento(maximo),
        ]),
      ),
      titulo('Controle de riscos'),
      lista(
        'Acompanhamento mensal pelo comitê e pelo conselho.',
        'Limite de perda por fundo e por gestor.',
        'Só recebem recursos as instituições credenciadas.',
      ),
    ],
  };
}

/** The yearly investment policy; the one of 2024 was corrected, and the corrected edition replaces the first. */
function politica(ano: number, edicao: 'primeira' | 'corrigida' = 'primeira'): DocumentoDemo {
  const corrigida = edicao === 'corrigida';
  const data = corrigida ? dia(ano, 3, 14) : diaUtil(dia(ano - 1, 12, 12));
  const nome = `Política de Investimentos ${ano}${corrigida ? ' – versão corrigida' : ''}`;
  const substituida = ano === 2024 && !corrigida;
  return {
    chave: `politica:${ano}${corrigida ? ':corrigida' : ''}`,
    categoria: 'politicaDeInvestimento',
    titulo: nome,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 6)),
    ementa: `Define onde e dentro de quais limites os recursos do regime podem ser aplicados em ${ano}.${corrigida ? ' Corrige a tabela de limites da renda variável.' : ''}`,
    resumo: `Regras para aplicar o dinheiro da previdência em ${ano}: limites por tipo de investimento, meta de rentabilidade e controle de riscos.`,
    vigencia: { inicio: corrigida ? data : dia(ano, 1, 1), fim: dia(ano, 12, 31) },
    situacao: substituida ? 'substituida' : ano === 2026 ? 'vigente' : 'vencida',
    ...(corrigida ? { substitui: `politica:${ano}` } : {}),
    conteudo: textoDaPolitica(ano, nome, { data, corrigida }),
  };
}

function dpin(ano: number): DocumentoDemo {
  const data = diaUtil(dia(ano - 1, 12, 18));
  const nome = `DPIN ${ano}`;
  return {
    chave: `dpin:${ano}`,
    categoria: 'dpin',
    titulo: nome,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 4)),
    fonte: 'CADPREV (dados de demonstração)',
    resumo: `Resumo da Política de Investimentos de ${ano}, enviado ao Ministério da Previdência Social até 31 de dezembro do ano anterior.`,
    relacoes: [{ tipo: 'relacionado', para: `politica:${ano}` }],
    conteudo: {
      titulo: `Demonstrativo da Política de Investimentos – ${ano}`,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        tabela(
          'Alocação-alvo',
          ['Segmento', 'Alvo'],
          LIMITES.map(([segmento, , alvo]) => [segmento, porcento(alvo)]),
        ),
        titulo('Declaração de veracidade'),
        paragrafo('O representante do instituto declara que este resumo confere com a política aprovada pelo Conselho de Previdência.'),
      ],
    },
  };
}

/** Invented financial institutions; the CNPJs have sequences as root and valid check digits. */
const INSTITUICOES: readonly (readonly [nome: string, raiz: string, tipo: string])[] = [
  ['Banco Ribeirinho S.A. (fictício)', '11111222', 'Banco'],
  ['Igarapé Gestão de Recursos Ltda. (fictícia)', '22222333', 'Gestora'],
  ['Marajoara Administradora Fiduciária S.A. (fictícia)', '33333444', 'Administradora'],
  ['Corretora Boa Maré S.A. (fictícia)', '44444555', 'Corretora'],
  ['Banco do Estuário S.A. (fictício)', '55555666', 'Banco'],
  ['Castanheira Asset Management Ltda. (fictícia)', '66666777', 'Gestora'],
];

const FUNDOS = [
  'Ribeirinho Títulos Públicos',
  'Igarapé Renda Fixa Referenciado',
  'Marajoara Inflação Curta',
  'Castanheira Ações Dividendos',
  'Estuário Multimercado',
  'Ribeirinho Caixa',
] as const;

interface Operacao {
  readonly data: Dia;
  readonly verbo: string;
  readonly fundo: string;
  readonly instituicao: string;
  readonly valor: number;
  readonly motivo: string;
}

function textoDaApr(nome: string, operacao: Operacao): ConteudoPdf {
  const { data, verbo, fundo, instituicao, valor, motivo } = operacao;
  return {
    titulo: nome,
    data,
    assinaturas: membrosEm('comite_investimento', data).slice(0, 3),
    blocos: [
      tabela(
        'Operação',
        ['Campo', 'Valor'],
        [
          ['Data', barras(data)],
          ['Tipo', verbo],
          ['Fundo', fundo],
          ['Instituição', instituicao],
          ['Valor (R$)', reais(valor)],
        ],
      ),
      titulo('Motivo'),
      paragrafo(`A operação serve para ${motivo}. O fundo tem credenciamento em vigor e a operação respeita os limites do segmento.`),
      titulo('Responsáveis'),
      paragrafo(
        'Proposta pelo gestor dos recursos, com opinião favorável do Comitê de Investimentos e autorização da Diretoria Executiva.',
      ),
    ],
  };
}

function apr(ano: number, numero: number): DocumentoDemo {
  const random = randomFor(`apr:${ano}:${numero}`);
  const mes = Math.min(Math.ceil((numero * 12) / 8), ano === 2026 ? 9 : 12);
  const data = diaUtil(dia(ano, mes, random.integer(3, 24)));
  const tipo = at(['aplicacao', 'aplicacao', 'resgate', 'aplicacao', 'aplicacao_e_resgate'] as const, ano + numero * 3);
  const fundo = random.pick(FUNDOS);
  const [instituicao] = at(INSTITUICOES, ano + numero);
  const valor = centavos(random.integer(3, 48) * 50_000 + random.integer(0, 9999) / 100);
  const verbo = tipo === 'aplicacao' ? 'Aplicação' : tipo === 'resgate' ? 'Resgate' : 'Troca de fundo, com resgate e aplicação';
  const motivo =
    tipo === 'resgate'
      ? 'pagar a folha de benefícios do mês'
      : tipo === 'aplicacao'
        ? 'aplicar as contribuições recebidas, de acordo com a Política de Investimentos'
        : 'ajustar a carteira ao alvo da Política de Investimentos';
  const nome = `APR nº ${numero}/${ano} – ${verbo} em ${fundo}`;
  return {
    chave: `apr:${ano}-${numero}`,
    categoria: 'autorizacaoAplicacaoResgate',
    titulo: nome,
    numero: String(numero),
    exercicio: ano,
    competencia: competenciaDoMes(ano, mes),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, random.integer(5, 18))),
    interessado: instituicao,
    valor,
    tipo,
    resumo: `${verbo} de R$ ${reais(valor)} para ${motivo}.`,
    conteudo: textoDaApr(nome, { data, verbo, fundo, instituicao, valor, motivo }),
  };
}

function credenciamento(ano: number, index: number): DocumentoDemo {
  const [instituicao, raiz, tipo] = at(INSTITUICOES, ano * 2 + index);
  const data = diaUtil(dia(ano, 2 + index * 2, 6 + index));
  const fim = somarDias(data, 729);
  const descredenciada = ano === 2024 && index === 1;
  const nome = `Termo de credenciamento nº ${index + 1}/${ano} – ${instituicao}`;
  return {
    chave: `credenciamento:${ano}-${index + 1}`,
    categoria: 'credenciamentoInstituicaoFinanceira',
    titulo: nome,
    numero: String(index + 1),
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 8)),
    interessado: instituicao,
    vigencia: { inicio: data, fim },
    situacao: descredenciada ? 'descredenciada' : fim < '2026-11-01' ? 'vencida' : 'credenciada',
    resumo: `${tipo} autorizada a receber recursos do instituto até ${porExtenso(fim)}.`,
    instituicao: { nome: instituicao, cnpj: cnpj(raiz), tipo },
    conteudo: {
      titulo: nome,
      data,
      assinaturas: membrosEm('comite_investimento', data).slice(0, 2),
      blocos: [
        paragrafo(`O instituto credencia a instituição ${instituicao}, CNPJ ${cnpj(raiz)}, para receber recursos do regime.`),
        titulo('O que foi examinado'),
        lista(
          'Registro nos órgãos que regulam o mercado.',
          'Histórico da instituição e de quem a dirige.',
          'Volume de recursos e qualidade da gestão.',
          'Regularidade fiscal.',
        ),
        paragrafo(`Este termo vale até ${porExtenso(fim)}. O credenciamento não obriga o instituto a aplicar recursos.`),
      ],
    },
  };
}

/** Policies, DPIN, APR and accreditations. */
export function investimentos(): readonly DocumentoDemo[] {
  return [
    ...ANOS.map((ano) => politica(ano)),
    politica(2024, 'corrigida'),
    ...ANOS.map(dpin),
    ...ANOS.flatMap((ano) => Array.from({ length: ano === 2026 ? 6 : 8 }, (_, index) => apr(ano, index + 1))),
    ...ANOS.flatMap((ano) => [0, 1, 2, 3].map((index) => credenciamento(ano, index))),
  ];
}
