import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import type { Nouns } from '../../../shared/locale/numbers.ts';
import type { ListedDocument } from '../../../shared/routes/document-list.ts';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import {
  type CampoDoDocumento,
  escreverCompetencia,
  tomDaSituacao,
} from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import {
  detalhesDoDocumento,
  enderecoDoDocumento,
  processoDoDocumento,
} from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import type { DocumentoDaLista } from '../../components/documents/linha-de-documento/linha-de-documento.tsx';
import type { ArquivoParaBaixar } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';

/** The category whose list the page shows. */
export type Categoria = NonNullable<OperationResults['DocumentosDaCategoria']['categoria_documento_by_pk']>;

/** What the list of a category holds. */
export const NOMES: Nouns = { one: 'documento', many: 'documentos' };

/** Fields that a line of the list shows in places of their own, and those that only the page of the document has. */
const FORA_DA_LINHA: ReadonlySet<CampoDoDocumento> = new Set(['ementa', 'situacao', 'data_ato', 'publicado_em', 'reuniao', 'pncp']);

/** What titles often say already. */
const PALAVRAS: Readonly<Partial<Record<CampoDoDocumento, (row: ListedDocument) => string | null | undefined>>> = {
  numero: ({ numero }) => numero,
  exercicio: ({ exercicio }) => exercicio.toString(),
  competencia: ({ competencia_inicio, competencia_fim }) => escreverCompetencia(competencia_inicio, competencia_fim),
  orgao: ({ orgao }) => orgao?.nome,
  modalidade: ({ modalidade }) => modalidade,
};

function estaNoTitulo(row: ListedDocument, campo: CampoDoDocumento): boolean {
  const palavras = PALAVRAS[campo]?.(row);
  return typeof palavras === 'string' && row.titulo.toLocaleLowerCase('pt-BR').includes(palavras.toLocaleLowerCase('pt-BR'));
}

/** A row of `documento` as a line of its category's list. */
export function documentoDaLista(row: ListedDocument, campos: readonly CampoDoDocumento[]): DocumentoDaLista {
  const { situacao } = row;
  return {
    id: row.id,
    titulo: row.titulo,
    href: enderecoDoDocumento(row),
    data: row.data_ato ?? row.publicado_em,
    ementa: row.ementa,
    situacao: situacao === null || !campos.includes('situacao') ? null : { rotulo: situacao.rotulo, tone: tomDaSituacao(situacao.valor) },
    detalhes: [
      ...detalhesDoDocumento(
        row,
        campos.filter((campo) => !FORA_DA_LINHA.has(campo) && !estaNoTitulo(row, campo)),
      ),
      ...processoDoDocumento(row),
    ],
    arquivos: arquivosDaLinha(row),
  };
}

interface LinhaComArquivos {
  readonly titulo: string;
  readonly arquivos: ListedDocument['arquivos'];
}

/** The files of a document under their labels; one without a label bears the document's own title. */
export function arquivosDaLinha({ titulo, arquivos }: LinhaComArquivos): readonly ArquivoParaBaixar[] {
  return arquivos.flatMap(({ rotulo, arquivo }) => (arquivo === null ? [] : [arquivoParaBaixar(arquivo, rotulo ?? titulo)]));
}
