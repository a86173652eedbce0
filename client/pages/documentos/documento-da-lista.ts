import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import type { Nouns } from '../../../shared/locale/numbers.ts';
import type { ListedDocument } from '../../../shared/routes/document-list.ts';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { type CampoDoDocumento, tomDaSituacao } from '../../components/documents/detalhes-do-documento/campos-do-documento.ts';
import { detalhesDoDocumento, enderecoDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import type { DocumentoDaLista } from '../../components/documents/linha-de-documento/linha-de-documento.tsx';
import type { ArquivoParaBaixar } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';

/** The category whose list the page shows. */
export type Categoria = NonNullable<OperationResults['DocumentosDaCategoria']['categoria_documento_by_pk']>;

/** What the list of a category holds. */
export const NOMES: Nouns = { one: 'documento', many: 'documentos' };

/** Fields that a line of the list shows in places of their own. */
const NO_LUGAR_PROPRIO: ReadonlySet<CampoDoDocumento> = new Set(['ementa', 'situacao', 'data_ato']);

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
    detalhes: detalhesDoDocumento(
      row,
      campos.filter((campo) => !NO_LUGAR_PROPRIO.has(campo)),
    ),
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
