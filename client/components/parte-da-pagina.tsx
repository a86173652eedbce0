import { type ComponentProps, type ReactElement, type ReactNode, Suspense } from 'react';
import { EsqueletoDeCarregamento } from './esqueleto.tsx';
import { LimiteDeErro } from './limite-de-erro.tsx';

interface Props {
  /** Shape of what stands in until the part arrives. */
  readonly forma?: ComponentProps<typeof EsqueletoDeCarregamento>['forma'];
  readonly children: ReactNode;
}

/** A part of a page that may come after the rest, or fail without taking the rest with it. */
export function ParteDaPagina({ forma = 'lista', children }: Props): ReactElement {
  return (
    <LimiteDeErro>
      <Suspense fallback={<EsqueletoDeCarregamento forma={forma} />}>{children}</Suspense>
    </LimiteDeErro>
  );
}
