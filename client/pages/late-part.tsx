import type { TypedDocumentNode } from '@apollo/client';
import { type ReactElement, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { useFailedOnServer } from '../apollo/use-operation.ts';
import { ErrorBoundary } from '../components/feedback/error-boundary/error-boundary.tsx';
import { LoadError } from '../components/feedback/load-error/load-error.tsx';
import { Skeleton } from '../components/feedback/skeleton/skeleton.tsx';
import { PageColumn } from '../components/layout/column/column.tsx';

interface Props {
  /** The operation that the part reads. */
  readonly de: TypedDocumentNode<unknown, never> | TypedDocumentNode;
  readonly forma?: 'list' | 'cards' | 'text';
  readonly quantidade?: number;
  /** The part brings its own full-bleed band (home page), so the skeleton needs the page's column. */
  readonly faixa?: boolean;
  readonly children: ReactNode;
}

/** A part of a page whose data may arrive after the page: a skeleton until then, its own error when it fails. */
export function ParteTardia({ de, forma = 'list', quantidade = 3, faixa = false, children }: Props): ReactElement {
  const naColuna = (conteudo: ReactElement): ReactElement => (faixa ? <PageColumn>{conteudo}</PageColumn> : conteudo);
  return (
    <ErrorBoundary fullBleed={faixa}>
      <Suspense fallback={<div data-espera="">{naColuna(<Skeleton shape={forma} count={quantidade} />)}</div>}>
        {/* An empty address is the one of the document, query included. */}
        <SeCarregou de={de} erro={naColuna(<LoadError retryHref="" />)}>
          {children}
        </SeCarregou>
      </Suspense>
    </ErrorBoundary>
  );
}

interface PropsDaCarga {
  readonly de: Props['de'];
  readonly erro: ReactElement;
  readonly children: ReactNode;
}

/** React has no error boundaries on the server: a part whose operation failed there is rendered as an error, and the browser retries it once. */
function SeCarregou({ de, erro, children }: PropsDaCarga): ReactNode {
  const falhou = useFailedOnServer(de);
  const [denovo, setDenovo] = useState(false);
  useEffect(() => {
    // As a transition, React keeps the error on the screen until the part has its data.
    if (falhou) startTransition(() => setDenovo(true));
  }, [falhou]);
  return falhou && !denovo ? erro : children;
}
