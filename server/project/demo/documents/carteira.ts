import { membrosEm } from '../bodies.ts';
import { type Dia, dia, diaUtil, fimDoMes, meses, nomeDoMes, somarDias } from '../dates.ts';
import { centavos, porcento, reais } from '../money.ts';
import { type Bloco, type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { acumulado, alocacao, type Mes, mesDaSerie, mesesDoAno } from '../series.ts';
import { competenciaDoAno, competenciaDoMes, type DocumentoDemo } from './model.ts';

/** Monthly and yearly investment papers: reports and DAIR, from the same series of figures. */

export function normaDosInvestimentos(ano: number): string {
  if (ano >= 2026) {
    return 'Resolução CMN nº 5.272/2025';
  }
  return ano >= 2022 ? 'Resolução CMN nº 4.963/2021' : 'norma do Conselho Monetário Nacional em vigor';
}

function tabelaDaCarteira(mes: Mes): Bloco {
  const linhas = alocacao(mes.ano, mes.mes).map(({ segmento, parte }) => [
    segmento,
    reais(centavos(mes.patrimonio * parte)),
    porcento(parte),
  ]);
  return tabela(
    'Carteira por segmento no último dia do mês',
    ['Segmento', 'Valor (R$)', 'Parte'],
    [...linhas, ['Total', reais(mes.patrimonio), porcento(1)]],
  );
}

function csvDaCarteira(mes: Mes): readonly (readonly string[])[] {
  const corpo = alocacao(mes.ano, mes.mes).map(({ segmento, parte }) => [
    `${mes.ano}-${String(mes.mes).padStart(2, '0')}`,
    segmento,
    (mes.patrimonio * parte).toFixed(2),
    parte.toFixed(6),
  ]);
  return [['competencia', 'segmento', 'valor', 'parte'], ...corpo];
}

function comparacao(ate: Mes): string {
  const noAno = mesesDoAno(ate.ano).filter(({ mes }) => mes <= ate.mes);
  const [retorno, meta] = [acumulado(noAno.map((mes) => mes.retorno)), acumulado(noAno.map((mes) => mes.meta))];
  return `No ano, a carteira rendeu ${porcento(retorno)} e a meta foi de ${porcento(meta)}: a carteira está ${retorno >= meta ? 'acima' : 'abaixo'} da meta.`;
}

function textoDoRelatorio(mes: Mes, nome: string, data: Dia): ConteudoPdf {
  return {
    titulo: nome,
    data,
    assinaturas: membrosEm('comite_investimento', data).slice(0, 2),
    blocos: [
      paragrafo(
        `Este relatório mostra como o dinheiro da previdência estava aplicado no fim de ${nomeDoMes(mes.mes)} de ${mes.ano}, quanto rendeu e se os limites foram respeitados.`,
      ),
      tabelaDaCarteira(mes),
      titulo('Resultado'),
      paragrafo(
        `A rentabilidade do mês foi de ${porcento(mes.retorno)}. A meta atuarial do mês era de ${porcento(mes.meta)}. ${comparacao(mes)}`,
      ),
      titulo('Limites e risco'),
      paragrafo(
        `Todos os investimentos respeitaram os limites da Política de Investimentos e da ${normaDosInvestimentos(mes.ano)}. O comitê opinou pela aprovação deste relatório.`,
      ),
    ],
  };
}

function relatorioMensal(mes: Mes): DocumentoDemo {
  const data = diaUtil(somarDias(fimDoMes(mes.ano, mes.mes), 12 + (mes.mes % 5)));
  const nome = `Relatório de investimentos – ${nomeDoMes(mes.mes)} de ${mes.ano}`;
  return {
    chave: `relatorio-investimento:${mes.ano}-${mes.mes}`,
    categoria: 'relatorioDeInvestimento',
    titulo: nome,
    exercicio: mes.ano,
    competencia: competenciaDoMes(mes.ano, mes.mes),
    tipo: 'mensal',
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 3)),
    resumo: `A carteira terminou o mês em R$ ${reais(mes.patrimonio)} e rendeu ${porcento(mes.retorno)}; a meta do mês era de ${porcento(mes.meta)}.`,
    ...(mes.ano >= 2024
      ? {
          anexos: [
            {
              kind: 'csv',
              nome: `carteira-${mes.ano}-${String(mes.mes).padStart(2, '0')}.csv`,
              rotulo: 'Carteira por segmento (CSV)',
              linhas: csvDaCarteira(mes),
            },
          ],
        }
      : {}),
    conteudo: textoDoRelatorio(mes, nome, data),
  };
}

function relatorioAnual(ano: number): DocumentoDemo {
  const ultimo = mesDaSerie(ano, 12);
  const data = diaUtil(dia(ano + 1, 2, 20));
  const nome = `Relatório anual de investimentos – ${ano}`;
  const trimestres = [3, 6, 9, 12].map((fim) => {
    const meses3 = mesesDoAno(ano).filter(({ mes }) => mes > fim - 3 && mes <= fim);
    return [
      `${fim / 3}º trimestre`,
      reais(mesDaSerie(ano, fim).patrimonio),
      porcento(acumulado(meses3.map(({ retorno }) => retorno))),
      porcento(acumulado(meses3.map(({ meta }) => meta))),
    ];
  });
  return {
    chave: `relatorio-investimento:${ano}`,
    categoria: 'relatorioDeInvestimento',
    titulo: nome,
    exercicio: ano,
    competencia: competenciaDoAno(ano),
    tipo: 'anual',
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 5)),
    resumo: `A carteira fechou ${ano} em R$ ${reais(ultimo.patrimonio)}. O relatório compara o resultado com a meta e explica as decisões do ano.`,
    conteudo: {
      titulo: nome,
      data,
      assinaturas: membrosEm('comite_investimento', data),
      blocos: [
        paragrafo(`Este relatório reúne os doze meses de ${ano}: o que rendeu, o que mudou na carteira e por quê.`),
        tabela('Resultado por trimestre', ['Período', 'Patrimônio (R$)', 'Carteira', 'Meta'], trimestres),
        paragrafo(comparacao(ultimo)),
        titulo('Decisões do ano'),
        lista(
          'Aumento gradual da parte em títulos públicos federais, para casar vencimentos com o pagamento dos benefícios.',
          'Renovação dos credenciamentos antes de cada nova aplicação.',
          'Acompanhamento mensal do risco pelo Comitê de Investimentos.',
        ),
      ],
    },
  };
}

function dair(mes: Mes): DocumentoDemo {
  const envio = diaUtil(somarDias(fimDoMes(mes.ano, mes.mes), 22 + (mes.mes % 4)));
  const nome = `DAIR – ${nomeDoMes(mes.mes)} de ${mes.ano}`;
  return {
    chave: `dair:${mes.ano}-${mes.mes}`,
    categoria: 'dair',
    titulo: nome,
    exercicio: mes.ano,
    competencia: competenciaDoMes(mes.ano, mes.mes),
    dataAto: envio,
    publicadoEm: diaUtil(somarDias(envio, 2)),
    fonte: 'CADPREV (dados de demonstração)',
    resumo: `Demonstrativo enviado ao Ministério da Previdência Social com todos os investimentos de ${nomeDoMes(mes.mes)} de ${mes.ano}.`,
    conteudo: {
      titulo: `Demonstrativo das Aplicações e Investimentos dos Recursos – ${nomeDoMes(mes.mes)} de ${mes.ano}`,
      data: envio,
      assinaturas: membrosEm('comite_investimento', envio).slice(0, 1),
      blocos: [
        tabelaDaCarteira(mes),
        titulo('Declaração'),
        paragrafo('As informações conferem com os extratos das instituições financeiras e com a contabilidade do instituto.'),
      ],
    },
  };
}

/** DAIR and reports, month by month until September 2026, and the yearly reports until 2025. */
export function relatoriosDaCarteira(): readonly DocumentoDemo[] {
  const mensais = meses([2019, 1], [2026, 9]).map(({ ano, mes }) => mesDaSerie(ano, mes));
  return [...mensais.map(relatorioMensal), ...mensais.map(dair), ...[2019, 2020, 2021, 2022, 2023, 2024, 2025].map(relatorioAnual)];
}
