import { type ReactElement, type ReactNode, Suspense } from 'react';
import { Conteudo } from './conteudo.tsx';
import { EsqueletoDeCarregamento } from './esqueleto.tsx';
import { LimiteDeErro } from './limite-de-erro.tsx';

interface Props {
  readonly forma?: 'lista' | 'cartoes' | 'texto';
  readonly quantidade?: number;
  /** The part brings its own full-bleed band (home page), so the skeleton needs the page's column. */
  readonly faixa?: boolean;
  readonly children: ReactNode;
}

/** A part of a page whose data may arrive after the page: a skeleton until then, its own error when it fails. */
export function ParteTardia({ forma = 'lista', quantidade = 3, faixa = false, children }: Props): ReactElement {
  const esqueleto = <EsqueletoDeCarregamento forma={forma} quantidade={quantidade} />;
  return (
    <LimiteDeErro>
      <Suspense fallback={<div data-espera="">{faixa ? <Conteudo>{esqueleto}</Conteudo> : esqueleto}</div>}>{children}</Suspense>
    </LimiteDeErro>
  );
}
