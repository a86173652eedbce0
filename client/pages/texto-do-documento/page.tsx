import type { ReactElement } from 'react';
import { TextoDoDocumentoDocument } from '../../../shared/graphql/generated/documents/TextoDoDocumento.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { paragraphsOf } from '../../../shared/html/readable-text.ts';
import { PARTS_ON_A_PAGE, readTextQuery, textQueryString } from '../../../shared/routes/text-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Heading } from '../../components/content/heading/heading.tsx';
import { arquivoParaBaixar } from '../../components/documents/arquivo-do-conteudo.ts';
import { enderecoDoDocumento } from '../../components/documents/detalhes-do-documento/detalhes-do-documento.tsx';
import { LinkDeArquivo } from '../../components/documents/link-de-arquivo/link-de-arquivo.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Pagination } from '../../components/lists/pagination/pagination.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink } from '../../components/navigation/link/link.tsx';
import styles from './texto-do-documento.module.css';

type Lido = NonNullable<NonNullable<OperationResults['TextoDoDocumento']['documento_by_pk']>['lido'][number]['arquivo']>;
type Parte = Lido['partes_do_texto'][number];

export function PageOpening(): ReactElement {
  return <PageIntro lead="O texto do arquivo, para ler na tela ou ouvir. O arquivo original é o que vale." />;
}

/** The route refuses a file without text, so there is always one here. */
export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement | null {
  const documento = useOperation(TextoDoDocumentoDocument).documento_by_pk;
  const [lido] = documento?.lido ?? [];
  if (documento === null || lido === undefined || lido.arquivo === null) return null;
  const { arquivo, rotulo } = lido;
  const { file, page } = readTextQuery(input.search);
  const endereco = routePath('textoDoDocumento', { category: documento.categoria_slug, id: documento.id });
  return (
    <Stack gap="l">
      <Stack gap="s">
        <LinkDeArquivo arquivo={arquivoParaBaixar(arquivo, rotulo ?? documento.titulo)} />
        <p className={styles.aviso}>
          Um programa tirou o texto do arquivo: tabelas, fórmulas e figuras podem faltar ou estar fora de ordem.{' '}
          <a href={routePath('formatoAcessivel', { id: documento.id })}>Peça outro formato</a> se não conseguir ler.
        </p>
      </Stack>
      <div id="resultados" className={styles.texto}>
        {arquivo.partes_do_texto.map((parte, index) => (
          <div key={parte.ordem}>
            {comecaPagina(parte, arquivo.partes_do_texto[index - 1]) && arquivo.paginas !== null ? (
              <Heading level={2} id={`pagina-${parte.pagina}`} className={styles.pagina}>
                Página {parte.pagina}
              </Heading>
            ) : null}
            <Paragrafos texto={parte.parte ?? ''} />
          </div>
        ))}
      </div>
      <Pagination
        page={page}
        pageSize={PARTS_ON_A_PAGE}
        total={arquivo.partes_do_texto_aggregate.aggregate?.count ?? 0}
        href={(number) => endereco + textQueryString({ file, page: number })}
        label="Partes do texto"
      />
      <Row>
        <ArrowLink href={enderecoDoDocumento({ id: documento.id, categoria_slug: documento.categoria_slug })}>
          Voltar ao documento
        </ArrowLink>
        <PrintButton />
      </Row>
    </Stack>
  );
}

function comecaPagina({ pagina }: Parte, anterior: Parte | undefined): boolean {
  return pagina !== anterior?.pagina;
}

function Paragrafos({ texto }: { readonly texto: string }): ReactElement {
  const paragrafos = paragraphsOf(texto);
  if (paragrafos.length === 0) return <p className={styles.aviso}>Esta página do arquivo não tem texto que um programa leia.</p>;
  return (
    <>
      {paragrafos.map((paragrafo, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the paragraphs of a file have no other name and never change places
        <p key={index}>{paragrafo}</p>
      ))}
    </>
  );
}
