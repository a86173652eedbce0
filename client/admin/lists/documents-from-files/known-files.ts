/** Which of the chosen files are documents of a category already, so that a folder that is chosen again makes none of them twice. */
import type { RunGraphql } from '../../data/graphql.ts';

/** Names of one request. */
const PART = 200;

const KNOWN = `query KnownFiles($category: String!, $names: [String!]!) {
  files: documento_arquivo(where: {documento: {categoria_slug: {_eq: $category}}, arquivo: {nome: {_in: $names}}}) {
    arquivo { nome tamanho_bytes }
  }
}`;

interface KnownAnswer {
  readonly files: readonly { readonly arquivo: { readonly nome: string; readonly tamanho_bytes: number } }[];
}

type Named = Pick<File, 'name' | 'size'>;

/** Returns those of the files that a document of the category has, by name and size. */
export async function filesWithDocument<Chosen extends Named>(
  run: RunGraphql,
  category: string,
  files: readonly Chosen[],
): Promise<ReadonlySet<Chosen>> {
  const known = new Set<string>();
  for (let from = 0; from < files.length; from += PART) {
    const names = files.slice(from, from + PART).map(storedName);
    const answer = await run<KnownAnswer>(KNOWN, { category, names });
    for (const { arquivo } of answer.files) known.add(`${arquivo.nome} ${arquivo.tamanho_bytes}`);
  }
  return new Set(files.filter((file) => known.has(`${storedName(file)} ${file.size}`)));
}

const MADE = `query MadeOf($file: uuid!) {
  files: documento_arquivo(where: {arquivo_id: {_eq: $file}}, limit: 1) { arquivo_id }
}`;

/** Whether a stored file is of a document: the answer to its making may have been lost, and not the document. */
export async function hasDocument(run: RunGraphql, file: string): Promise<boolean> {
  const { files } = await run<{ readonly files: readonly unknown[] }>(MADE, { file });
  return files.length > 0;
}

/** The server composes accents (`server/files/uploads/upload-form.ts`); a Mac gives names with accents apart. */
function storedName({ name }: Named): string {
  return name.normalize('NFC');
}
