import type { ReactElement } from 'react';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { EstatisticaDoCanal } from '../atendimento/estatistica-do-canal.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="Quantos pedidos de informação chegaram, o que as pessoas receberam, e em quanto tempo." />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  return (
    <EstatisticaDoCanal
      input={input}
      canal="sic"
      nome="Pedidos recebidos"
      partes="Todo ano o SIC publica quantos pedidos de informação recebeu, atendeu e negou, com informações gerais sobre quem pediu."
      norma="Lei nº 12.527/2011, art. 30"
      voltar={{ href: routePath('sic'), rotulo: 'Serviço de Informação ao Cidadão' }}
    />
  );
}
