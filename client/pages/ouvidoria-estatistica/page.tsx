import type { ReactElement } from 'react';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="Quantas manifestações chegaram à Ouvidoria, sobre o quê, e em quanto tempo respondemos." />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <EstatisticaDoCanal
      input={input}
      canal="ouvidoria"
      nome="Manifestações recebidas"
      partes="Todo ano a Ouvidoria publica, por inteiro, quantas manifestações recebeu, os motivos, os pontos que se repetem e as medidas tomadas pelo instituto."
      norma="Lei nº 13.460/2017, arts. 14 e 15"
      voltar={{ href: routePath('ouvidoria'), rotulo: 'Ouvidoria' }}
    />
  );
}
