import type { ReactElement } from 'react';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { textQueryString } from '../../../shared/routes/text-search.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { Badge } from '../../components/content/badge/badge.tsx';
import { List } from '../../components/content/rich-text/rich-text.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Section } from '../../components/layout/section/section.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import styles from './documento.module.css';
import { PreviaDoPdf } from './previa-do-pdf.tsx';

/** The row that the page of a document shows. */
export type Documento = NonNullable<OperationResults['Documento']['documento_by_pk']>;

type Arquivo = Documento['arquivos'][number];

/** The files of a document, each with its purpose and the checksum by which a reader verifies it. */
export function ArquivosDoDocumento({ documento }: { readonly documento: Documento }): ReactElement {
  const arquivos = documento.arquivos.filter(({ arquivo }) => arquivo !== null);
  return (
    <Section title={arquivos.length === 1 ? 'Arquivo' : 'Arquivos'} id="arquivos">
      {arquivos.length === 0 ? (
        <EmptyState title="Este registro não tem arquivo">
          <p>As informações publicadas estão nesta página.</p>
        </EmptyState>
      ) : (
        <>
          <ul className={styles.arquivos}>
            {arquivos.map((item) => (
              <li key={item.arquivo_id} className={styles.arquivo}>
                <ArquivoPublicado item={item} documento={documento} />
              </li>
            ))}
          </ul>
          <p>
            Não consegue ler este documento? <a href={routePath('formatoAcessivel', { id: documento.id })}>Peça em formato acessível</a>.
          </p>
        </>
      )}
      {arquivos.some(({ arquivo }) => arquivo?.sha256) ? <ConferirIntegridade arquivos={arquivos} /> : null}
    </Section>
  );
}

function ArquivoPublicado({ item, documento }: { readonly item: Arquivo; readonly documento: Documento }): ReactElement | null {
  const { arquivo, papel_arquivo, rotulo } = item;
  if (arquivo === null) return null;
  const paraBaixar = arquivoParaBaixar(arquivo, rotulo ?? documento.titulo);
  return (
    <>
      <LinkDeArquivo arquivo={paraBaixar} prominent={papel_arquivo.valor === 'principal'} />
      <p className={styles.papel}>
        <Badge tone={papel_arquivo.valor === 'principal' ? 'primary' : 'neutral'}>{papel_arquivo.rotulo}</Badge>
        {arquivo.pesquisavel === true ? ' Texto pesquisável' : null}
      </p>
      {arquivo.pesquisavel === true ? (
        <ArrowLink href={enderecoDoTexto(documento, item)}>
          Ler o texto nesta tela<span className="somente-leitor">: {paraBaixar.rotulo}</span>
        </ArrowLink>
      ) : null}
      {arquivo.mime === 'application/pdf' ? <PreviaDoPdf arquivo={paraBaixar} /> : null}
    </>
  );
}

/** The file is named by its place among all files of the document, as the operation of that page counts them. */
function enderecoDoTexto({ id, categoria_slug: category, arquivos }: Documento, item: Arquivo): string {
  return routePath('textoDoDocumento', { category, id }) + textQueryString({ file: arquivos.indexOf(item) + 1, page: 1 });
}

function ConferirIntegridade({ arquivos }: { readonly arquivos: readonly Arquivo[] }): ReactElement {
  return (
    <div className={styles.integridade}>
      <Accordion title="Conferir integridade" id="conferir-integridade">
        {arquivos.map(({ arquivo_id, arquivo, rotulo }) =>
          (arquivo?.sha256 ?? null) === null ? null : (
            <p key={arquivo_id} className={styles.resumoDoArquivo}>
              {rotulo === null ? '' : `${rotulo}, `}SHA-256: <code className={styles.codigo}>{arquivo?.sha256}</code>
            </p>
          ),
        )}
        <p>
          O código SHA-256 é como uma impressão digital do arquivo. Se o arquivo mudar em uma única letra, o código muda por inteiro. Para
          saber se o arquivo que você tem é o mesmo que está publicado aqui, calcule o código e compare:
        </p>
        <List>
          <li>
            Windows: abra o Prompt de Comando na pasta do arquivo e digite{' '}
            <code className={styles.comando}>certutil -hashfile nome-do-arquivo.pdf SHA256</code>
          </li>
          <li>
            Linux: digite no terminal <code className={styles.comando}>sha256sum nome-do-arquivo.pdf</code>
          </li>
          <li>
            macOS: digite no terminal <code className={styles.comando}>shasum -a 256 nome-do-arquivo.pdf</code>
          </li>
        </List>
        <p>Se os códigos forem iguais, o arquivo é o original. Se forem diferentes, baixe o arquivo outra vez ou avise o SIC.</p>
      </Accordion>
    </div>
  );
}
