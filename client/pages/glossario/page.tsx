import type { ReactElement } from 'react';
import { GlossarioDocument } from '../../../shared/graphql/generated/documents/Glossario.ts';
import type { OperationResults } from '../../../shared/graphql/generated/operations.ts';
import { glossaryAnchor } from '../../../shared/html/glossary-place.ts';
import { foldText } from '../../../shared/locale/fold.ts';
import { grouped } from '../../../shared/platform/grouped.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { Accordion } from '../../components/content/accordion/accordion.tsx';
import { EmptyState } from '../../components/feedback/empty-state/empty-state.tsx';
import { Row, Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { PrintButton } from '../../components/navigation/button/button.tsx';
import { ArrowLink, ExternalLink } from '../../components/navigation/link/link.tsx';
import { TableOfContents } from '../../components/navigation/table-of-contents/table-of-contents.tsx';
import { LatePart } from '../late-part.tsx';
import styles from './glossario.module.css';

type Termo = OperationResults['Glossario']['termo_glossario'][number];

export function PageOpening(): ReactElement {
  return <PageIntro lead="As palavras da previdência e da transparência, de A a Z, em linguagem simples." />;
}

export function PageComponent(): ReactElement {
  return (
    <LatePart of={GlossarioDocument} shape="text">
      <Glossario />
    </LatePart>
  );
}

function Glossario(): ReactElement {
  const letras = porLetra(useOperation(GlossarioDocument).termo_glossario);
  if (letras.length === 0) return <EmptyState title="O glossário ainda não tem palavras" icon="lucide:file-text" />;
  return (
    <Stack gap="l">
      <TableOfContents title="Letras" items={letras.map(([letra]) => ({ id: `letra-${letra}`, text: letra, level: 2 }))} />
      <div>
        {letras.map(([letra, termos]) => (
          <Accordion key={letra} title={letra} level={2} note={termos.map(({ termo }) => termo).join(', ')}>
            <dl className={styles.termos} id={`letra-${letra}`}>
              {termos.map((termo) => (
                <Explicacao key={termo.id} termo={termo} />
              ))}
            </dl>
          </Accordion>
        ))}
      </div>
      <Row>
        <ArrowLink href={routePath('faq')}>Perguntas frequentes</ArrowLink>
        <PrintButton label="Imprimir esta página" />
      </Row>
    </Stack>
  );
}

function Explicacao({ termo: { id, termo, sigla, definicao, sinonimos, fonte_url } }: { readonly termo: Termo }): ReactElement {
  return (
    <div id={glossaryAnchor(id)}>
      <dt className={styles.termo}>{sigla === null ? termo : `${termo} (${sigla})`}</dt>
      <dd>
        {definicao}
        {sinonimos.length === 0 ? null : <span className={styles.outros}> Também se diz: {sinonimos.join(', ')}.</span>}
        {fonte_url === null ? null : (
          <>
            {' '}
            <ExternalLink href={fonte_url}>Fonte</ExternalLink>
          </>
        )}
      </dd>
    </div>
  );
}

/** The terms under their first letters, without accents, in the order of the alphabet; figures and signs come last. */
function porLetra(termos: readonly Termo[]): readonly (readonly [letra: string, termos: readonly Termo[]])[] {
  const emOrdem = [...termos].sort((a, b) => a.termo.localeCompare(b.termo, 'pt-BR'));
  const grupos = grouped(emOrdem, ({ termo }) => {
    const letra = foldText(termo).slice(0, 1).toUpperCase();
    return /^[A-Z]$/.test(letra) ? letra : '0-9';
  });
  return [...grupos].sort(([a], [b]) => Number(a === '0-9') - Number(b === '0-9') || a.localeCompare(b));
}
