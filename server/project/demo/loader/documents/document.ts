import { z } from 'zod';

/** What a document of the archive is before it has an id: the columns of `documento`, references by key, and what is printed. */
const dia = z.iso.date();
const texto = z.coerce.string();

/** Who signs: members of a body in office on the day of the document (all, or from one place to another), a person of ours, or anyone. */
const assinatura = z.union([
  z.strictObject({ orgao: z.string(), de: z.int().default(1), ate: z.number().default(Infinity) }),
  z.strictObject({ pessoa: z.string(), cargo: z.string() }),
  z.strictObject({ nome: z.string(), cargo: z.string() }),
]);

/** A paragraph is a plain string. */
const bloco = z.union([
  z.string(),
  z.strictObject({ titulo: z.string() }),
  z.strictObject({ lista: z.array(texto) }),
  z.strictObject({ tabela: z.string(), cabecalho: z.array(texto), linhas: z.array(z.array(texto)) }),
]);
export type Bloco = z.infer<typeof bloco>;

/** Absent `titulo` and `data` are those of the document. */
const conteudo = z.strictObject({
  titulo: z.string().optional(),
  subtitulo: z.string().optional(),
  data: dia.optional(),
  assinaturas: z.array(assinatura),
  blocos: z.array(bloco),
});
export type Conteudo = z.infer<typeof conteudo>;

const anexo = z.union([
  z.strictObject({ csv: z.string(), rotulo: z.string(), cabecalho: z.array(texto), linhas: z.array(z.array(texto)) }),
  z.strictObject({ pdf: z.string(), rotulo: z.string(), papel: z.enum(['anexo', 'acessivel']), conteudo }),
]);

/** Columns of `documento` that are written as they are. */
export const COLUNAS = {
  categoria_slug: z.string(),
  titulo: z.string(),
  numero: texto.nullable().default(null),
  exercicio: z.int(),
  competencia_inicio: dia.nullable().default(null),
  competencia_fim: dia.nullable().default(null),
  data_ato: dia,
  publicado_em: dia,
  ementa: z.string().nullable().default(null),
  resumo_simples: z.string(),
  tipo_id: z.string().nullable().default(null),
  situacao_id: z.string().nullable().default(null),
  modalidade: z.string().nullable().default(null),
  interessado: z.string().nullable().default(null),
  valor: z.number().nullable().default(null),
  vigencia_inicio: dia.nullable().default(null),
  vigencia_fim: dia.nullable().default(null),
  pncp_id: z.string().nullable().default(null),
  fonte: z.string().default('PREVSERENA'),
  diario_oficial_edicao: z.string().nullable().default(null),
  contem_dado_pessoal: z.boolean().default(false),
  publicado: z.boolean().default(true),
  retirado_motivo: z.string().nullable().default(null),
};

export const documento = z.strictObject({
  ...COLUNAS,
  /** Unique in the archive and stable: other documents, meetings and evidence refer to it, and the id of the file comes from it. */
  chave: z.string(),
  retirado_em: dia.nullable().default(null),
  /** Keys of a body, of a meeting and of other documents. */
  orgao: z.string().optional(),
  reuniao: z.string().optional(),
  licitacao: z.string().optional(),
  substitui: z.string().optional(),
  revogado_por: z.string().optional(),
  relacoes: z.array(z.strictObject({ tipo: z.string(), para: z.string() })).default([]),
  /** What the document said before each change. */
  versoes: z.array(z.strictObject({ alterado_em: dia, motivo: z.string(), snapshot: z.record(z.string(), z.string()) })).default([]),
  fiscal: z.strictObject({ pessoa_nome: z.string(), portaria: z.string(), inicio: dia, fim: dia }).optional(),
  instituicao: z.strictObject({ nome: z.string(), cnpj: z.string(), tipo: z.string() }).optional(),
  /** Values of the indicators on one day. */
  numeros: z.strictObject({ data_base: dia, valores: z.record(z.string(), z.number()) }).optional(),
  /** Equal parts, the first on a day and the others in the same place of the months after it. */
  pagamentos: z.strictObject({ valor: z.number(), parcelas: z.int().positive(), primeiro: dia, empenho: z.string() }).optional(),
  conteudo,
  anexos: z.array(anexo).default([]),
});
export type DocumentoDemo = z.infer<typeof documento>;

/** A PDF that belongs to no document, and the row that leads to it, when there is one. */
export const pdfAvulso = z.strictObject({
  pdf: z.strictObject({ chave: z.string(), nome: z.string(), conteudo: conteudo.required({ titulo: true, data: true }) }),
  linha: z.record(z.string(), z.unknown()).default({}),
});
export type PdfAvulso = z.infer<typeof pdfAvulso>;
