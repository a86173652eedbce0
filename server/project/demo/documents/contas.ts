import { membrosEm, presidenciaEm } from '../bodies.ts';
import { type Dia, dia, diaUtil, fimDoMes, meses, nomeDoMes, somarDias } from '../dates.ts';
import { centavos, reais } from '../money.ts';
import { type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { type Mes, mesDaSerie, mesesDoAno } from '../series.ts';
import { competenciaDoAno, competenciaDoMes, type DocumentoDemo } from './model.ts';

const FECHADOS = [2019, 2020, 2021, 2022, 2023, 2024, 2025] as const;

function soma(meses12: readonly Mes[], parte: (mes: Mes) => number): number {
  return centavos(meses12.reduce((total, mes) => total + parte(mes), 0));
}

const receita = (mes: Mes): number => mes.segurados + mes.patronal + mes.compensacao;
const despesa = (mes: Mes): number => mes.aposentadorias + mes.pensoes + mes.administracao;

function contador(): { readonly nome: string; readonly cargo: string } {
  return { nome: 'Adalgisa Seabra Meireles', cargo: 'Contadora do instituto' };
}

const BALANCOS = [
  ['balanco_orcamentario', 'Balanço orçamentário', 'compara o que foi previsto no orçamento com o que foi arrecadado e gasto'],
  ['balanco_financeiro', 'Balanço financeiro', 'mostra o dinheiro que entrou, o que saiu e o saldo'],
  ['balanco_patrimonial', 'Balanço patrimonial', 'mostra os bens, os direitos e as obrigações no último dia do ano'],
  ['notas_explicativas', 'Notas explicativas', 'explicam os critérios usados nas demonstrações'],
] as const;

function balanco(ano: number, [tipo, nome, faz]: (typeof BALANCOS)[number]): DocumentoDemo {
  const doAno = mesesDoAno(ano);
  const data = diaUtil(dia(ano + 1, 3, 20));
  const tituloCompleto = `${nome} – exercício de ${ano}`;
  const linhas =
    tipo === 'balanco_patrimonial'
      ? [
          ['Investimentos', reais(mesDaSerie(ano, 12).patrimonio)],
          ['Bens móveis e imóveis', reais(1_846_200 + (ano - 2019) * 52_340)],
          ['Obrigações a pagar', reais(mesDaSerie(ano, 12).administracao)],
        ]
      : [
          ['Receita', reais(soma(doAno, receita))],
          ['Despesa com benefícios', reais(soma(doAno, (mes) => mes.aposentadorias + mes.pensoes))],
          ['Despesa administrativa', reais(soma(doAno, (mes) => mes.administracao))],
        ];
  return {
    chave: `balanco:${ano}:${tipo}`,
    categoria: 'balancoGeral',
    titulo: tituloCompleto,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 10)),
    tipo,
    resumo: `Esta demonstração ${faz.startsWith('explicam') ? 'explica os critérios contábeis usados' : faz} em ${ano}.`,
    conteudo: {
      titulo: tituloCompleto,
      data,
      assinaturas: [presidenciaEm(data), contador()],
      blocos: [
        paragrafo(`${nome}: ${faz}.`),
        tabela('Valores em reais', ['Item', String(ano)], linhas),
        paragrafo('As demonstrações seguem as normas de contabilidade aplicadas ao setor público.'),
      ],
    },
  };
}

function textoDoBalancete(
  mes: Mes,
  nome: string,
  { data, linhas }: { readonly data: Dia; readonly linhas: readonly (readonly string[])[] },
): ConteudoPdf {
  return {
    titulo: nome,
    data,
    assinaturas: [presidenciaEm(data), contador()],
    blocos: [
      tabela('Receitas e despesas do mês (R$)', ['Item', 'Valor'], linhas),
      paragrafo(`Resultado do mês: R$ ${reais(receita(mes) - despesa(mes))}, sem contar o rendimento das aplicações.`),
    ],
  };
}

function balancete(mes: Mes): DocumentoDemo {
  const data = diaUtil(somarDias(fimDoMes(mes.ano, mes.mes), 18 + (mes.mes % 6)));
  const nome = `Balancete – ${nomeDoMes(mes.mes)} de ${mes.ano}`;
  const linhas = [
    ['Contribuições dos servidores', reais(mes.segurados)],
    ['Contribuições do Município', reais(mes.patronal)],
    ['Compensação previdenciária', reais(mes.compensacao)],
    ['Aposentadorias', reais(mes.aposentadorias)],
    ['Pensões', reais(mes.pensoes)],
    ['Despesas administrativas', reais(mes.administracao)],
  ];
  return {
    chave: `balancete:${mes.ano}-${mes.mes}`,
    categoria: 'prestacaoDeContas',
    titulo: nome,
    exercicio: mes.ano,
    competencia: competenciaDoMes(mes.ano, mes.mes),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 4)),
    tipo: 'balancete',
    resumo: `Entraram R$ ${reais(receita(mes))} e saíram R$ ${reais(despesa(mes))} no mês.`,
    ...(mes.ano >= 2025
      ? {
          anexos: [
            {
              kind: 'csv',
              nome: `balancete-${mes.ano}-${String(mes.mes).padStart(2, '0')}.csv`,
              rotulo: 'Balancete em planilha aberta (CSV)',
              linhas: [['item', 'valor'], ...linhas.map(([item = '', valor = '']) => [item, valor])],
            },
          ],
        }
      : {}),
    conteudo: textoDoBalancete(mes, nome, { data, linhas }),
  };
}

function parecerDoConselho(ano: number, data: Dia): NonNullable<DocumentoDemo['anexos']> {
  return [
    {
      kind: 'pdf',
      nome: `parecer-conselho-fiscal-${ano}.pdf`,
      rotulo: 'Parecer do Conselho Fiscal',
      papel: 'anexo',
      conteudo: {
        titulo: `Parecer do Conselho Fiscal sobre as contas de ${ano}`,
        data,
        assinaturas: membrosEm('conselho_fiscal', data),
        blocos: [
          paragrafo(
            'Depois de examinar balancetes, extratos, contratos e processos de concessão, o conselho é de parecer favorável à aprovação das contas.',
          ),
        ],
      },
    },
  ];
}

function prestacaoAnual(ano: number): DocumentoDemo {
  const doAno = mesesDoAno(ano);
  const data = diaUtil(dia(ano + 1, 3, 28));
  const nome = `Prestação de contas anual – ${ano}`;
  return {
    chave: `prestacao:${ano}`,
    categoria: 'prestacaoDeContas',
    titulo: nome,
    exercicio: ano,
    competencia: competenciaDoAno(ano),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 3)),
    tipo: 'anual',
    resumo: `Reúne as contas de ${ano} enviadas ao Tribunal de Contas dos Municípios, com o parecer do Conselho Fiscal.`,
    relacoes: BALANCOS.map(([tipo]) => ({ tipo: 'relacionado', para: `balanco:${ano}:${tipo}` })),
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [presidenciaEm(data), contador(), ...membrosEm('conselho_fiscal', data).slice(0, 1)],
      blocos: [
        tabela(
          'Resumo do exercício (R$)',
          ['Item', 'Valor'],
          [
            ['Receita', reais(soma(doAno, receita))],
            ['Despesa', reais(soma(doAno, despesa))],
            ['Patrimônio em 31/12', reais(mesDaSerie(ano, 12).patrimonio)],
          ],
        ),
        titulo('Parecer do Conselho Fiscal'),
        paragrafo('O Conselho Fiscal examinou as contas, os balancetes e os contratos e opinou pela regularidade.'),
      ],
    },
    anexos: parecerDoConselho(ano, data),
  };
}

function relatorioDeGestao(ano: number): DocumentoDemo {
  const data = diaUtil(dia(ano + 1, 2, 26));
  const nome = `Relatório de gestão – ${ano}`;
  return {
    chave: `gestao:${ano}`,
    categoria: 'prestacaoDeContas',
    titulo: nome,
    exercicio: ano,
    competencia: competenciaDoAno(ano),
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 6)),
    tipo: 'relatorio_de_gestao',
    resumo: `O que o instituto planejou e o que entregou em ${ano}.`,
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        titulo('O que foi feito'),
        lista(
          'Atendimento presencial nos postos e por telefone.',
          'Concessão e revisão de benefícios dentro do prazo da Carta de Serviços.',
          'Reuniões abertas dos conselhos e do comitê.',
          'Ações de educação previdenciária nas escolas e nos postos de saúde.',
        ),
        titulo('O que fica para o próximo ano'),
        lista('Digitalizar os processos antigos.', 'Ampliar a prova de vida pelo celular.'),
      ],
    },
  };
}

/** Balances, monthly and yearly accounts, and the yearly reports of management. */
export function contas(): readonly DocumentoDemo[] {
  return [
    ...FECHADOS.flatMap((ano) => BALANCOS.map((tipo) => balanco(ano, tipo))),
    ...meses([2022, 1], [2026, 9]).map(({ ano, mes }) => balancete(mesDaSerie(ano, mes))),
    ...FECHADOS.map(prestacaoAnual),
    ...FECHADOS.map(relatorioDeGestao),
  ];
}
