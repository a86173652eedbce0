import type { ReactElement } from 'react';
import { GuardaDosDadosDocument } from '../../../shared/graphql/generated/documents/GuardaDosDados.ts';
import { PaginaDocument } from '../../../shared/graphql/generated/documents/Pagina.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { termsOf } from '../../../shared/html/glossary.ts';
import { readHeadings } from '../../../shared/html/headings.ts';
import { PAGINA_DE_ACESSIBILIDADE, PAGINA_DE_PRIVACIDADE } from '../../../shared/routes/familias/site.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DateTime } from '../../components/content/date-time/date-time.tsx';
import { DescriptionList } from '../../components/content/description-list/description-list.tsx';
import { ExplainedText } from '../../components/content/explained-text/explained-text.tsx';
import { imagemDoArquivo } from '../../components/documents/arquivo-do-conteudo.ts';
import { Stack, WithSidebar } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { Image } from '../../components/media/image/image.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { LatePart } from '../late-part.tsx';
import { DadosPessoais, PARTES_DOS_DADOS } from './dados-pessoais.tsx';
import { PARTES_DA_VERIFICACAO, UltimaVerificacao } from './ultima-verificacao.tsx';

type PaginaDoSite = OperationResults['Pagina']['pagina'][number];

export function PageOpening(): ReactElement | null {
  const [pagina] = useOperation(PaginaDocument).pagina;
  return pagina === undefined ? null : <PageIntro lead={pagina.resumo} />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement | null {
  const [pagina] = useOperation(PaginaDocument).pagina;
  if (pagina === undefined) return null;
  const imagem = imagemDoArquivo(pagina.imagem);
  return (
    <WithSidebar sidebarLabel="Sobre esta página" sidebar={<Lateral pagina={pagina} partes={partesDoSite(input)} />}>
      {imagem === null ? null : <Image image={imagem} sizes="93vw lg:62vw xl:66vw 2xl:990px" />}
      <ExplainedText html={pagina.corpo_html} terms={termsOf(pagina)} />
      {dizOsDados(input) ? (
        <LatePart of={GuardaDosDadosDocument}>
          <DadosPessoais />
        </LatePart>
      ) : null}
      {ehDeclaracao(input) ? <UltimaVerificacao /> : null}
    </WithSidebar>
  );
}

function dizOsDados({ params }: RouteInput): boolean {
  return params['slug'] === PAGINA_DE_PRIVACIDADE;
}

function ehDeclaracao({ params }: RouteInput): boolean {
  return params['slug'] === PAGINA_DE_ACESSIBILIDADE;
}

function partesDoSite(input: RouteInput): LateralProps['partes'] {
  if (dizOsDados(input)) return PARTES_DOS_DADOS;
  return ehDeclaracao(input) ? PARTES_DA_VERIFICACAO : [];
}

interface LateralProps {
  readonly pagina: PaginaDoSite;
  /** Headings of what the site itself says below the text. */
  readonly partes: ReturnType<typeof readHeadings>;
}

function Lateral({ pagina, partes }: LateralProps): ReactElement {
  const { corpo_html, publicado_em, revisado_em, revisao_prevista_em, responsavel } = pagina;
  return (
    <Stack>
      <TableOfContents items={[...readHeadings(corpo_html), ...partes]} />
      <DescriptionList
        items={[
          { label: 'Publicada em', value: publicado_em === null ? null : <DateTime date={publicado_em} /> },
          { label: 'Última revisão', value: revisado_em === null ? null : <DateTime date={revisado_em} /> },
          { label: 'Próxima revisão', value: revisao_prevista_em === null ? null : <DateTime date={revisao_prevista_em} format="month" /> },
          {
            label: 'Unidade responsável',
            value: responsavel === null ? null : <a href={routePath('unidade', { id: responsavel.id })}>{responsavel.nome}</a>,
          },
        ]}
      />
      <PrintButton />
    </Stack>
  );
}
