import { type ReactElement, type ReactNode, Suspense } from 'react';
import { EsqueletoDeCarregamento } from './esqueleto.tsx';
import { LimiteDeErro } from './limite-de-erro.tsx';

interface Props {
  readonly forma?: 'lista' | 'cartoes' | 'texto';
  readonly quantidade?: number;
  readonly children: ReactNode;
}

/** A part of a page whose data may arrive after the page: a skeleton until then, its own error when it fails. */
export function ParteTardia({ forma = 'lista', quantidade = 3, children }: Props): ReactElement {
  return (
    <LimiteDeErro>
      <Suspense
        fallback={
          <div data-espera="">
            <EsqueletoDeCarregamento forma={forma} quantidade={quantidade} />
          </div>
        }
      >
        {children}
      </Suspense>
    </LimiteDeErro>
  );
}
