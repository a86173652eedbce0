import { anoDe, type Dia, porExtenso } from '../dates.ts';
import { type ArquivoDemo, arquivoDePdf } from '../files.ts';
import { paragrafo } from '../pdf/content.ts';
import type { Linha } from '../rows.ts';
import { quemDeclara } from './regularidade.ts';

/** Signed statements that nothing happened: content of its own, with date, period, signer and a file. */
interface Declaracao {
  readonly categoria: string;
  readonly exercicio: number;
  readonly em: Dia;
  readonly ate: Dia;
  readonly texto: string;
}

const DECLARACOES: readonly Declaracao[] = [
  ...[2022, 2023, 2024, 2025].map((ano) => ({
    categoria: 'dcp',
    exercicio: ano,
    em: `${ano + 1}-01-15`,
    ate: `${ano}-12-31`,
    texto: `Declaro que, em ${ano}, o Município não fez novo acordo de parcelamento de contribuições com o instituto.`,
  })),
  {
    categoria: 'dcp',
    exercicio: 2026,
    em: '2026-07-08',
    ate: '2026-06-30',
    texto: 'Declaro que, no primeiro semestre de 2026, o Município não fez novo acordo de parcelamento de contribuições com o instituto.',
  },
  {
    categoria: 'decretos',
    exercicio: 2022,
    em: '2023-01-10',
    ate: '2022-12-31',
    texto: 'Declaro que, depois do Decreto nº 152, não houve outro decreto sobre a previdência dos servidores em 2022.',
  },
  {
    categoria: 'parecer_tcm',
    exercicio: 2025,
    em: '2026-09-15',
    ate: '2025-12-31',
    texto: 'Declaro que as contas de 2025 foram entregues ao Tribunal e que ainda não há parecer sobre elas.',
  },
  {
    categoria: 'resolucaoDoComiteDeInvestimento',
    exercicio: 2026,
    em: '2026-10-05',
    ate: '2026-09-30',
    texto: 'Declaro que, no terceiro trimestre de 2026, depois da Resolução nº 3, o comitê não aprovou outras resoluções.',
  },
];

export function declaracoes(): readonly { readonly arquivo: ArquivoDemo; readonly linha: Linha }[] {
  return DECLARACOES.map((declaracao, index) => {
    const { nome, cargo } = quemDeclara(declaracao.em);
    const titulo = `Declaração de inexistência – exercício de ${declaracao.exercicio}`;
    const chave = `declaracao:${declaracao.categoria}:${declaracao.exercicio}`;
    const arquivo = arquivoDePdf(chave, `declaracao-de-inexistencia-${declaracao.categoria.toLowerCase()}-${declaracao.exercicio}.pdf`, {
      titulo,
      data: declaracao.em,
      assinaturas: [{ nome, cargo }],
      blocos: [
        paragrafo(declaracao.texto),
        paragrafo(`Esta declaração foi assinada em ${porExtenso(declaracao.em)} e alcança fatos até ${porExtenso(declaracao.ate)}.`),
      ],
    });
    const linha = {
      id: index + 1,
      categoria_slug: declaracao.categoria,
      exercicio: declaracao.exercicio,
      competencia_inicio: `${anoDe(declaracao.ate)}-01-01`,
      competencia_fim: declaracao.ate,
      texto: declaracao.texto,
      signatario: nome,
      cargo,
      declarado_em: declaracao.em,
      arquivo_id: arquivo.id,
      publicado: true,
    };
    return { arquivo, linha };
  });
}
