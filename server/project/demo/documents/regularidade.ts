import { membrosEm, nomeDe, presidenciaEm } from '../bodies.ts';
import { barras, type Dia, dia, diaUtil, fimDoMes, nomeDoMes, porExtenso, somarDias } from '../dates.ts';
import { INSTITUTO } from '../institute.ts';
import { centavos, inteiro, porcento, reais } from '../money.ts';
import { type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { at } from '../random.ts';
import { mesDaSerie } from '../series.ts';
import type { DocumentoDemo } from './model.ts';

const ANOS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026] as const;
const MINISTERIO = 'Ministério da Previdência Social';

/** Coverage of the commitments by what was saved: it grows slowly, as an amortisation plan makes it. */
function cobertura(ano: number): number {
  return 0.52 + (ano - 2019) * 0.021;
}

function textoDaAvaliacao(ano: number, nome: string, data: Dia): ConteudoPdf {
  const base = mesDaSerie(ano - 1, 12);
  const compromissos = centavos(base.patrimonio / cobertura(ano));
  return {
    titulo: nome,
    subtitulo: 'Relatório da avaliação atuarial do plano previdenciário',
    data,
    assinaturas: [{ nome: nomeDe('luis'), cargo: 'Responsável pela atuária no instituto' }],
    blocos: [
      titulo('O que é'),
      paragrafo(
        'A avaliação atuarial calcula se o regime terá dinheiro para pagar os benefícios de hoje e do futuro. Ela é feita todos os anos.',
      ),
      tabela(
        'Pessoas',
        ['Grupo', 'Quantidade'],
        [
          ['Servidores ativos', inteiro(base.ativos)],
          ['Aposentados', inteiro(base.aposentados)],
          ['Pensionistas', inteiro(base.pensionistas)],
        ],
      ),
      tabela(
        'Resultado',
        ['Item', 'Valor (R$)'],
        [
          ['Dinheiro guardado', reais(base.patrimonio)],
          ['Compromissos', reais(compromissos)],
          ['Diferença a amortizar', reais(compromissos - base.patrimonio)],
        ],
      ),
      titulo('Hipóteses principais'),
      lista(
        'Juros reais usados para trazer os pagamentos a valor de hoje.',
        'Quanto tempo as pessoas vivem, segundo as tábuas adotadas.',
        'Crescimento dos salários ao longo da carreira.',
      ),
      paragrafo(
        `A cobertura é de ${porcento(cobertura(ano))}. Recomenda-se manter o plano de amortização e atualizar o cadastro antes do próximo estudo.`,
      ),
    ],
  };
}

function resumoDaAvaliacao(ano: number, data: Dia): ConteudoPdf {
  return {
    titulo: `Avaliação atuarial ${ano} em poucas palavras`,
    data,
    assinaturas: [],
    blocos: [
      paragrafo(`De cada R$ 100,00 que o regime vai precisar, R$ ${reais(cobertura(ano) * 100)} já estão guardados.`),
      paragrafo('O restante entra aos poucos, com as contribuições dos servidores e do Município e com o rendimento das aplicações.'),
    ],
  };
}

function avaliacao(ano: number): DocumentoDemo {
  const data = diaUtil(dia(ano, 3, 10 + (ano % 5)));
  const nome = `Avaliação atuarial ${ano} – data-base 31/12/${ano - 1}`;
  return {
    chave: `avaliacao:${ano}`,
    categoria: 'avaliacoesAtuariais',
    titulo: nome,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 12)),
    resumo: `O estudo calcula que o dinheiro guardado cobre ${porcento(cobertura(ano))} dos compromissos de hoje e do futuro. O restante é pago aos poucos, por um plano de amortização.`,
    conteudo: textoDaAvaliacao(ano, nome, data),
    ...(ano >= 2022
      ? {
          anexos: [
            {
              kind: 'pdf',
              nome: `avaliacao-atuarial-${ano}-em-poucas-palavras.pdf`,
              rotulo: 'Resumo em linguagem simples',
              papel: 'acessivel',
              conteudo: resumoDaAvaliacao(ano, data),
            },
          ],
        }
      : {}),
  };
}

function draa(ano: number): DocumentoDemo {
  const data = diaUtil(dia(ano, 3, 26));
  const nome = `DRAA ${ano}`;
  return {
    chave: `draa:${ano}`,
    categoria: 'draa',
    titulo: nome,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 3)),
    fonte: 'CADPREV (dados de demonstração)',
    resumo: `Resumo oficial da avaliação atuarial de ${ano}, enviado ao ${MINISTERIO}.`,
    relacoes: [{ tipo: 'relacionado', para: `avaliacao:${ano}` }],
    conteudo: {
      titulo: `Demonstrativo de Resultados da Avaliação Atuarial – ${ano}`,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        tabela(
          'Resumo',
          ['Item', 'Valor'],
          [
            ['Data-base', `31/12/${ano - 1}`],
            ['Cobertura dos compromissos', porcento(cobertura(ano))],
            ['Plano de custeio', 'Mantido'],
          ],
        ),
        paragrafo('O demonstrativo confere com o relatório da avaliação atuarial publicado neste site.'),
      ],
    },
  };
}

function dipr(ano: number, bimestre: number): DocumentoDemo {
  const meses2 = [mesDaSerie(ano, bimestre * 2 - 1), mesDaSerie(ano, bimestre * 2)];
  const data = diaUtil(somarDias(fimDoMes(ano, bimestre * 2), 24));
  const periodo = `${nomeDoMes(bimestre * 2 - 1)} e ${nomeDoMes(bimestre * 2)} de ${ano}`;
  const nome = `DIPR – ${bimestre}º bimestre de ${ano}`;
  const total = meses2.reduce((soma, mes) => soma + mes.segurados + mes.patronal, 0);
  return {
    chave: `dipr:${ano}-${bimestre}`,
    categoria: 'dipr',
    titulo: nome,
    exercicio: ano,
    competencia: { inicio: dia(ano, bimestre * 2 - 1, 1), fim: fimDoMes(ano, bimestre * 2) },
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 2)),
    fonte: 'CADPREV (dados de demonstração)',
    resumo: `Contribuições de ${periodo}: R$ ${reais(total)}, pagas por inteiro.`,
    conteudo: {
      titulo: `Demonstrativo de Informações Previdenciárias e Repasses – ${bimestre}º bimestre de ${ano}`,
      subtitulo: `Competências ${periodo}`,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        tabela(
          'Contribuições e repasses (R$)',
          ['Mês', 'Servidores', 'Município', 'Pago'],
          meses2.map((mes) => [nomeDoMes(mes.mes), reais(mes.segurados), reais(mes.patronal), reais(mes.segurados + mes.patronal)]),
        ),
        tabela(
          'Benefícios pagos (R$)',
          ['Mês', 'Aposentadorias', 'Pensões'],
          meses2.map((mes) => [nomeDoMes(mes.mes), reais(mes.aposentadorias), reais(mes.pensoes)]),
        ),
        paragrafo('Não há contribuição em atraso no período.'),
      ],
    },
  };
}

const ACORDOS: readonly (readonly [ano: number, parcelas: number, valor: number, situacao: string])[] = [
  [2019, 60, 1_284_377.42, 'quitado'],
  [2020, 48, 735_902.18, 'quitado'],
  [2021, 60, 912_640.55, 'adimplente'],
];

function termoDeAcordo([ano, parcelas, valor]: (typeof ACORDOS)[number], data: Dia): NonNullable<DocumentoDemo['anexos']> {
  return [
    {
      kind: 'pdf',
      nome: `termo-de-acordo-${ano}.pdf`,
      rotulo: 'Termo de acordo assinado',
      papel: 'anexo',
      conteudo: {
        titulo: `Termo de acordo de parcelamento – ${ano}`,
        data,
        assinaturas: [presidenciaEm(data)],
        blocos: [
          paragrafo(
            `O ${INSTITUTO.ente} reconhece o débito de R$ ${reais(valor)} e se compromete a pagá-lo em ${parcelas} parcelas mensais.`,
          ),
        ],
      },
    },
  ];
}

function dcp(acordo: (typeof ACORDOS)[number], index: number): DocumentoDemo {
  const [ano, parcelas, valor, situacao] = acordo;
  const data = diaUtil(dia(ano, 6 + index, 14));
  const nome = `DCP nº ${index + 1}/${ano} – Acordo de parcelamento em ${parcelas} meses`;
  return {
    chave: `dcp:${ano}`,
    categoria: 'dcp',
    titulo: nome,
    numero: String(index + 1),
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 9)),
    valor,
    situacao,
    resumo: `Débito de R$ ${reais(valor)} do Município com o instituto, dividido em ${parcelas} parcelas mensais. ${situacao === 'quitado' ? 'Já foi todo pago.' : 'As parcelas estão em dia.'}`,
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        tabela(
          'Acordo',
          ['Item', 'Valor'],
          [
            ['Valor do débito (R$)', reais(valor)],
            ['Parcelas', String(parcelas)],
            ['Primeira parcela', barras(somarDias(data, 30))],
            ['Valor da parcela (R$)', reais(valor / parcelas)],
          ],
        ),
        paragrafo('As parcelas são corrigidas todos os meses. O atraso impede a renovação do Certificado de Regularidade Previdenciária.'),
      ],
    },
    anexos: termoDeAcordo(acordo, data),
  };
}

function crp(index: number): DocumentoDemo {
  const ano = 2019 + Math.floor(index / 2);
  const data = diaUtil(dia(ano, index % 2 === 0 ? 4 : 10, 5 + (index % 4)));
  const fim = somarDias(data, 180);
  const judicial = index === 3;
  const numero = `999${String(100 + index)}-${String(200_000 + index * 731)}`;
  const nome = `Certificado de Regularidade Previdenciária nº ${numero}`;
  return {
    chave: `crp:${ano}-${(index % 2) + 1}`,
    categoria: 'crp',
    titulo: nome,
    numero,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 1)),
    vigencia: { inicio: data, fim },
    situacao: judicial ? 'judicial' : 'administrativo',
    fonte: `${MINISTERIO} (dados de demonstração)`,
    resumo: `Certifica que o ${INSTITUTO.ente} cumpre as regras da previdência dos servidores. Vale até ${porExtenso(fim)}.${judicial ? ' Emitido por decisão judicial.' : ''}`,
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [{ nome: 'Emissão eletrônica', cargo: 'Certificado fictício, sem validade' }],
      blocos: [
        paragrafo(
          `Certifica-se, para fins de demonstração, que o ${INSTITUTO.ente} (${INSTITUTO.uf}) está em situação regular quanto à Lei nº 9.717/1998.`,
        ),
        lista(
          `Emissão: ${barras(data)}`,
          `Validade: ${barras(fim)}`,
          `Via: ${judicial ? 'decisão judicial' : 'administrativa'}`,
          `Critérios avaliados: ${at(['caráter contributivo', 'equilíbrio financeiro e atuarial', 'aplicação dos recursos'], index)} e os demais`,
        ),
      ],
    },
  };
}

/** Actuarial studies, demonstratives of the regime, instalment agreements and certificates. */
export function regularidade(): readonly DocumentoDemo[] {
  return [
    ...ANOS.map(avaliacao),
    ...ANOS.map(draa),
    ...ANOS.flatMap((ano) => [1, 2, 3, 4, 5, 6].filter((bimestre) => ano < 2026 || bimestre <= 4).map((bimestre) => dipr(ano, bimestre))),
    ...ACORDOS.map(dcp),
    ...Array.from({ length: 16 }, (_, index) => crp(index)),
  ];
}

/** Whoever signs a declaration that nothing happened. */
export function quemDeclara(data: string): { readonly nome: string; readonly cargo: string } {
  return membrosEm('diretoria_executiva', data)[1] ?? presidenciaEm(data);
}
