import { presidenciaEm } from '../bodies.ts';
import { anoDe, diaUtil, porExtenso, somarDias } from '../dates.ts';
import { type ConteudoPdf, lista, paragrafo } from '../pdf/content.ts';
import type { DocumentoDemo } from './model.ts';
import { DECRETOS, LEIS, type Norma } from './normas.ts';

/** Laws, decrees and ordinances as documents of the archive. */
const PREFEITURA = { nome: 'Prefeita Municipal de Vila Serena', cargo: 'Chefe do Poder Executivo (autoridade fictícia)' } as const;

type Especie = { readonly categoria: 'leis' | 'decretos'; readonly prefixo: 'lei' | 'decreto'; readonly nome: string };

function textoDaNorma(texto: Norma, nome: string): ConteudoPdf {
  return {
    titulo: nome,
    subtitulo: texto.ementa,
    data: texto.data,
    assinaturas: [PREFEITURA],
    blocos: [
      ...texto.artigos.map((artigo, index) => paragrafo(`Art. ${index + 1}º ${artigo}`)),
      paragrafo(`Art. ${texto.artigos.length + 1}º Esta norma vale a partir da data de sua publicação.`),
    ],
  };
}

function relacoesDaNorma(especie: Especie, texto: Norma): NonNullable<DocumentoDemo['relacoes']> {
  return [
    ...(texto.altera === undefined ? [] : [{ tipo: 'altera', para: `${especie.prefixo}:${texto.altera}` }]),
    ...(texto.revoga === undefined ? [] : [{ tipo: 'revoga', para: `${especie.prefixo}:${texto.revoga}` }]),
    ...(texto.regulamenta === undefined ? [] : [{ tipo: 'regulamenta', para: `lei:${texto.regulamenta}` }]),
  ];
}

function versoesDaPrimeiraLei(): NonNullable<DocumentoDemo['versoes']> {
  return [
    {
      em: '2019-09-25',
      motivo: 'Inclusão da nota sobre a Lei nº 587/2019, que criou o Comitê de Investimentos.',
      antes: { situacao_id: 'vigente', resumo_simples: 'É a lei que criou o instituto.' },
    },
    {
      em: '2020-11-18',
      motivo: 'Texto atualizado com a mudança das contribuições (Lei nº 621/2020).',
      antes: { situacao_id: 'alterada', resumo_simples: 'É a lei que criou o instituto. Diz quem são os segurados.' },
    },
  ];
}

function norma(especie: Especie, texto: Norma): DocumentoDemo {
  const nome = `${especie.nome} nº ${texto.numero}, de ${porExtenso(texto.data)}`;
  const chave = `${especie.prefixo}:${texto.numero}`;
  const publicadoEm = texto.data < '2019-01-01' ? '2019-01-07' : diaUtil(somarDias(texto.data, 2));
  return {
    chave,
    categoria: especie.categoria,
    titulo: nome,
    numero: texto.numero,
    exercicio: anoDe(texto.data),
    dataAto: texto.data,
    publicadoEm,
    ementa: texto.ementa,
    situacao: texto.situacao ?? 'vigente',
    resumo: texto.resumo,
    relacoes: relacoesDaNorma(especie, texto),
    diarioOficial: `Edição nº ${1000 + Number(texto.numero)}`,
    ...(texto.revogadaPor === undefined ? {} : { revogadoPor: `${especie.prefixo}:${texto.revogadaPor}` }),
    ...(texto.situacao === 'alterada'
      ? {
          versoes: versoesDaPrimeiraLei(),
        }
      : {}),
    conteudo: textoDaNorma(texto, nome),
    ...(texto.situacao === 'alterada'
      ? {
          anexos: [
            {
              kind: 'pdf',
              nome: `lei-${texto.numero}-texto-consolidado.pdf`,
              rotulo: 'Texto consolidado, com as alterações',
              papel: 'anexo',
              conteudo: {
                titulo: `${nome} – texto consolidado`,
                data: texto.data,
                assinaturas: [],
                blocos: [lista(...texto.artigos), paragrafo('Inclui as mudanças das Leis nº 587/2019, nº 621/2020 e nº 677/2023.')],
              },
            },
          ],
        }
      : {}),
  };
}

const PORTARIAS: readonly (readonly [assunto: string, resumo: string])[] = [
  ['Designa o fiscal dos contratos em vigor', 'Diz qual servidor acompanha a execução de cada contrato.'],
  ['Aprova a escala de férias dos servidores do instituto', 'Organiza as férias para que o atendimento não pare.'],
  ['Constitui a comissão de inventário dos bens', 'Criou o grupo que confere os móveis e equipamentos.'],
  ['Designa o agente de contratação e a equipe de apoio', 'Define quem conduz as compras do instituto.'],
  ['Fixa o calendário de pagamento dos benefícios', 'Traz as datas em que aposentados e pensionistas recebem.'],
  ['Designa a comissão organizadora da audiência pública anual', 'Criou o grupo que prepara a audiência pública.'],
  ['Estabelece o horário especial de atendimento de fim de ano', 'Mudou o horário dos postos entre o Natal e o Ano-Novo.'],
];

/** Numbers of the internal ordinances leave room for those of the benefits, which run in the same yearly sequence. */
export function numeroDaPortaria(ano: number, index: number): string {
  return String(5 + (ano % 5) + index * 14);
}

function portaria(ano: number, index: number): DocumentoDemo {
  const [assunto, resumo] = PORTARIAS[index] ?? ['', ''];
  const data = diaUtil(somarDias(`${ano}-01-15`, index * 42 + (ano % 4)));
  const numero = numeroDaPortaria(ano, index);
  const nome = `Portaria nº ${numero}, de ${porExtenso(data)}`;
  const revogada = ano < 2025 && (index === 0 || index === 3);
  return {
    chave: `portaria:${ano}-${index}`,
    categoria: 'portarias',
    titulo: nome,
    numero,
    exercicio: ano,
    dataAto: data,
    publicadoEm: diaUtil(somarDias(data, 2)),
    ementa: `${assunto}, no ano de ${ano}.`,
    resumo,
    situacao: revogada ? 'revogada' : 'vigente',
    ...(revogada ? { revogadoPor: `portaria:${ano + 1}-${index}` } : {}),
    ...(ano > 2019 && ano <= 2025 && (index === 0 || index === 3)
      ? { relacoes: [{ tipo: 'revoga', para: `portaria:${ano - 1}-${index}` }] }
      : {}),
    conteudo: {
      titulo: nome,
      subtitulo: `${assunto}.`,
      data,
      assinaturas: [presidenciaEm(data)],
      blocos: [
        paragrafo('A presidência do instituto, no uso de suas atribuições, resolve:'),
        lista(
          `Art. 1º ${assunto}, conforme o anexo.`,
          'Art. 2º O setor administrativo dá cumprimento a esta portaria.',
          'Art. 3º Esta portaria vale a partir da publicação.',
        ),
      ],
    },
  };
}

/** Laws, decrees and internal ordinances. */
export function legislacao(): readonly DocumentoDemo[] {
  const anos = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026];
  return [
    ...LEIS.map((texto) => norma({ categoria: 'leis', prefixo: 'lei', nome: 'Lei' }, texto)),
    ...DECRETOS.map((texto) => norma({ categoria: 'decretos', prefixo: 'decreto', nome: 'Decreto' }, texto)),
    ...anos.flatMap((ano) => PORTARIAS.map((_, index) => portaria(ano, index))),
  ];
}
