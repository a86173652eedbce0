import { nomeDe, presidenciaEm } from '../bodies.ts';
import { anoDe, barras, type Dia, dia, diaUtil, porExtenso, somarDias } from '../dates.ts';
import { cnpj, INSTITUTO } from '../institute.ts';
import { centavos, reais } from '../money.ts';
import { type ConteudoPdf, lista, paragrafo, tabela, titulo } from '../pdf/content.ts';
import { at } from '../random.ts';
import { minuscula } from '../wording.ts';
import { numeroDaPortaria } from './legislacao.ts';
import type { DocumentoDemo } from './model.ts';

interface Compra {
  readonly objeto: string;
  readonly modalidade: 'Pregão eletrônico' | 'Dispensa de licitação' | 'Inexigibilidade' | 'Concorrência';
  readonly tipo: 'pregao' | 'dispensa' | 'inexigibilidade' | 'concorrencia';
  readonly valor: number;
  readonly empresa: string;
  readonly raiz: string;
}

const COMPRAS: readonly Compra[] = [
  {
    objeto: 'Serviço de avaliação atuarial anual',
    modalidade: 'Dispensa de licitação',
    tipo: 'dispensa',
    valor: 38_400,
    empresa: 'Cálculo Certo Atuária Ltda. (fictícia)',
    raiz: '10101010',
  },
  {
    objeto: 'Limpeza e conservação da sede e dos postos',
    modalidade: 'Pregão eletrônico',
    tipo: 'pregao',
    valor: 186_720,
    empresa: 'Brilho do Norte Serviços Ltda. (fictícia)',
    raiz: '20202020',
  },
  {
    objeto: 'Sistema de gestão previdenciária',
    modalidade: 'Pregão eletrônico',
    tipo: 'pregao',
    valor: 254_900,
    empresa: 'Maré Alta Sistemas Ltda. (fictícia)',
    raiz: '30303030',
  },
  {
    objeto: 'Vigilância da sede',
    modalidade: 'Pregão eletrônico',
    tipo: 'pregao',
    valor: 212_300,
    empresa: 'Guardiã do Rio Segurança Ltda. (fictícia)',
    raiz: '40404040',
  },
];

const OUTRAS: readonly Compra[] = [
  {
    objeto: 'Consultoria de acompanhamento da carteira de investimentos',
    modalidade: 'Dispensa de licitação',
    tipo: 'dispensa',
    valor: 29_880,
    empresa: 'Farol Consultoria Ltda. (fictícia)',
    raiz: '50505050',
  },
  {
    objeto: 'Material de escritório',
    modalidade: 'Dispensa de licitação',
    tipo: 'dispensa',
    valor: 14_260,
    empresa: 'Papelaria do Igarapé Ltda. (fictícia)',
    raiz: '60606060',
  },
  {
    objeto: 'Inscrição de servidores em curso de certificação',
    modalidade: 'Inexigibilidade',
    tipo: 'inexigibilidade',
    valor: 9_600,
    empresa: 'Escola Ribeirinha de Gestão (fictícia)',
    raiz: '70707070',
  },
  {
    objeto: 'Adaptação da entrada da sede, com rampa e piso tátil',
    modalidade: 'Concorrência',
    tipo: 'concorrencia',
    valor: 147_850,
    empresa: 'Obras do Estuário Ltda. (fictícia)',
    raiz: '80808080',
  },
];

const ANOS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026] as const;

function comprasDoAno(ano: number): readonly Compra[] {
  return [at(COMPRAS, ano), at(COMPRAS, ano + 1), at(OUTRAS, ano), at(OUTRAS, ano + 2)];
}

// Fictitious on purpose: the sequence part repeats nines, which no real procurement has reached.
function pncp(ano: number, index: number): string {
  return `${INSTITUTO.cnpj.replaceAll(/\D/g, '')}-1-99${String(9000 + (ano - 2019) * 10 + index)}/${ano}`;
}

function situacaoDa(ano: number, index: number): string {
  if (ano === 2026 && index === 3) {
    return 'aberta';
  }
  if (ano === 2026 && index === 1) {
    return 'em_andamento';
  }
  return ano === 2022 && index === 3 ? 'deserta' : ano === 2020 && index === 2 ? 'cancelada' : 'homologada';
}

function textoDaLicitacao(compra: Compra, nome: string, { data, valor }: { readonly data: Dia; readonly valor: number }): ConteudoPdf {
  return {
    titulo: nome,
    data,
    assinaturas: [{ nome: nomeDe('hugo'), cargo: 'Agente de contratação' }, presidenciaEm(data)],
    blocos: [
      tabela(
        'Resumo',
        ['Item', 'Informação'],
        [
          ['Objeto', compra.objeto],
          ['Modalidade', compra.modalidade],
          ['Valor estimado (R$)', reais(valor)],
          ['Abertura', barras(somarDias(data, 14))],
        ],
      ),
      titulo('Como participar'),
      lista(
        'Ler o edital inteiro.',
        'Enviar a proposta pelo sistema eletrônico até a data de abertura.',
        'Tirar dúvidas pelo e-mail compras@prevserena.example.',
      ),
      ...(anoDe(data) >= 2024
        ? [
            paragrafo(
              'Fundamento: Lei nº 14.133/2021. O aviso e o edital também estão no Portal Nacional de Contratações Públicas (identificador fictício).',
            ),
          ]
        : []),
    ],
  };
}

function termoDeHomologacao(compra: Compra, numero: string, { data, valor }: { readonly data: Dia; readonly valor: number }): ConteudoPdf {
  return {
    titulo: `Termo de homologação – ${compra.modalidade} nº ${numero}`,
    data: somarDias(data, 21),
    assinaturas: [presidenciaEm(data)],
    blocos: [paragrafo(`Homologo o resultado e confirmo a contratação de ${compra.empresa}, pelo valor de R$ ${reais(valor * 0.96)}.`)],
  };
}

function licitacao(ano: number, compra: Compra, index: number): DocumentoDemo {
  const data = diaUtil(dia(ano, 1 + index * 3, 9 + index));
  const situacao = situacaoDa(ano, index);
  const numero = String(index + 1);
  const nome = `${compra.modalidade} nº ${numero}/${ano} – ${compra.objeto}`;
  const valor = centavos(compra.valor * (1 + (ano - 2019) * 0.045));
  return {
    chave: `licitacao:${ano}-${index}`,
    categoria: 'publicacaoLicitacao',
    titulo: nome,
    numero,
    exercicio: ano,
    modalidade: compra.modalidade,
    tipo: compra.tipo,
    ementa: `${compra.objeto}, pelo período de 12 meses.`,
    valor,
    dataAto: data,
    publicadoEm: data,
    situacao,
    resumo:
      `Compra de: ${minuscula(compra.objeto)}. Valor estimado: R$ ${reais(valor)}. ${situacao === 'aberta' ? 'As propostas ainda podem ser enviadas.' : situacao === 'homologada' ? `Vencedora: ${compra.empresa}.` : ''}`.trim(),
    ...(ano >= 2024 ? { pncpId: pncp(ano, index) } : {}),
    diarioOficial: `Edição nº ${1200 + (ano - 2019) * 248 + index * 60}`,
    conteudo: textoDaLicitacao(compra, nome, { data, valor }),
    ...(situacao === 'homologada'
      ? {
          anexos: [
            {
              kind: 'pdf',
              nome: `termo-de-homologacao-${numero}-${ano}.pdf`,
              rotulo: 'Termo de homologação',
              papel: 'anexo',
              conteudo: termoDeHomologacao(compra, `${numero}/${ano}`, { data, valor }),
            },
          ],
        }
      : {}),
  };
}

function textoDoContrato(
  compra: Compra,
  nome: string,
  { inicio, fim, valor, fiscal }: { readonly inicio: Dia; readonly fim: Dia; readonly valor: number; readonly fiscal: string },
): ConteudoPdf {
  return {
    titulo: nome,
    data: inicio,
    assinaturas: [presidenciaEm(inicio), { nome: compra.empresa, cargo: 'Contratada' }],
    blocos: [
      paragrafo(`Contrato entre o ${INSTITUTO.nome} e ${compra.empresa}, CNPJ ${cnpj(compra.raiz)}.`),
      tabela(
        'Dados do contrato',
        ['Item', 'Informação'],
        [
          ['Valor (R$)', reais(valor)],
          ['Início', barras(inicio)],
          ['Fim', barras(fim)],
          ['Fiscal', fiscal],
        ],
      ),
      titulo('Obrigações principais'),
      lista(
        'Entregar o serviço no prazo e com a qualidade descrita no edital.',
        'Manter a regularidade fiscal e trabalhista.',
        'Corrigir sem custo o que estiver fora do combinado.',
      ),
    ],
  };
}

function contrato(ano: number, compra: Compra, index: number): DocumentoDemo {
  const inicio = diaUtil(somarDias(dia(ano, 1 + index * 3, 9 + index), 28));
  const fim = somarDias(inicio, 364);
  const valor = centavos(compra.valor * (1 + (ano - 2019) * 0.045) * 0.96);
  const numero = String(index + 1);
  const nome = `Contrato nº ${numero}/${ano} – ${compra.objeto}`;
  const fiscal = nomeDe(at(['hugo', 'regina', 'luis'] as const, ano + index));
  return {
    chave: `contrato:${ano}-${index}`,
    categoria: 'contratoPublicacao',
    titulo: nome,
    numero,
    exercicio: ano,
    tipo: 'contrato',
    interessado: compra.empresa,
    ementa: `${compra.objeto}.`,
    valor,
    dataAto: inicio,
    publicadoEm: diaUtil(somarDias(inicio, 5)),
    vigencia: { inicio, fim },
    situacao: fim < '2026-11-01' ? 'encerrada' : 'vigente',
    resumo: `Contrato com ${compra.empresa} até ${porExtenso(fim)}. Fiscal: ${fiscal}.`,
    licitacao: `licitacao:${ano}-${index}`,
    ...(ano >= 2024 ? { pncpId: `${pncp(ano, index)}-C` } : {}),
    relacoes: [{ tipo: 'resultado_de', para: `licitacao:${ano}-${index}` }],
    fiscal: { nome: fiscal, portaria: `Portaria nº ${numeroDaPortaria(ano, 0)}/${ano}`, inicio, fim },
    conteudo: textoDoContrato(compra, nome, { inicio, fim, valor, fiscal }),
  };
}

function aditivo(ano: number, compra: Compra, index: number): DocumentoDemo {
  const data = diaUtil(somarDias(dia(ano, 1 + index * 3, 9 + index), 360));
  const fim = somarDias(data, 364);
  const numero = `${index + 1}`;
  const nome = `1º termo aditivo ao contrato nº ${numero}/${ano} – ${compra.objeto}`;
  const valor = centavos(compra.valor * (1 + (ano - 2018) * 0.045) * 0.96);
  return {
    chave: `aditivo:${ano}-${index}`,
    categoria: 'contratoPublicacao',
    titulo: nome,
    numero,
    exercicio: ano + 1,
    tipo: 'aditivo',
    interessado: compra.empresa,
    ementa: 'Prorroga o prazo por 12 meses e reajusta o valor pela inflação do período.',
    valor,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 6)),
    vigencia: { inicio: data, fim },
    situacao: fim < '2026-11-01' ? 'encerrada' : 'vigente',
    resumo: `Prorroga o contrato até ${porExtenso(fim)}.`,
    licitacao: `licitacao:${ano}-${index}`,
    ...(ano >= 2023 ? { pncpId: `${pncp(ano, index)}-A` } : {}),
    relacoes: [{ tipo: 'aditivo', para: `contrato:${ano}-${index}` }],
    fiscal: { nome: nomeDe('regina'), portaria: `Portaria nº ${numeroDaPortaria(ano, 0)}/${ano}`, inicio: data, fim },
    conteudo: {
      titulo: nome,
      data,
      assinaturas: [presidenciaEm(data), { nome: compra.empresa, cargo: 'Contratada' }],
      blocos: [
        paragrafo(`As partes prorrogam o contrato até ${porExtenso(fim)} e reajustam o valor anual para R$ ${reais(valor)}.`),
        paragrafo('As demais cláusulas continuam como estão.'),
      ],
    },
  };
}

/** Tenders, the contracts that came of them, and their amendments. */
export function compras(): readonly DocumentoDemo[] {
  return ANOS.flatMap((ano) =>
    comprasDoAno(ano).flatMap((compra, index) => [
      licitacao(ano, compra, index),
      ...(situacaoDa(ano, index) === 'homologada' ? [contrato(ano, compra, index)] : []),
      ...(situacaoDa(ano, index) === 'homologada' && index < 2 && ano >= 2021 && ano <= 2024 ? [aditivo(ano, compra, index)] : []),
    ]),
  );
}
