import type { ReactElement } from 'react';
import { type AssuntoPedido, assuntosMaisPedidos } from '../../../../shared/atendimento/estatistica/mais-pedidos.ts';
import type { ResultadoDoRelatorio } from '../../../../shared/atendimento/estatistica/relatorio.ts';
import { formatNumber } from '../../../../shared/locale/numbers.ts';
import { List } from '../../../components/content/rich-text/rich-text.tsx';
import { Section } from '../../../components/layout/section/section.tsx';
import { ExternalLink } from '../../../components/navigation/link/link.tsx';

/** What people ask about most, and where it is published already: who finds it there needs no request. */
export function MaisPedidos({ dados }: { readonly dados: ResultadoDoRelatorio }): ReactElement | null {
  const mais = assuntosMaisPedidos(dados);
  if (mais === null) return null;
  return (
    <Section title={`Assuntos mais pedidos: ${mais.periodo}`} id="mais-pedidos">
      <List>
        {mais.assuntos.map(({ nome, quantidade, publicadoEm }) => (
          <li key={nome}>
            {nome}: {formatNumber(quantidade)}
            {publicadoEm === null ? null : <Publicado {...publicadoEm} />}
          </li>
        ))}
      </List>
    </Section>
  );
}

function Publicado({ titulo, endereco }: NonNullable<AssuntoPedido['publicadoEm']>): ReactElement {
  return (
    <>
      {'. Já publicado em '}
      {endereco.startsWith('/') ? <a href={endereco}>{titulo}</a> : <ExternalLink href={endereco}>{titulo}</ExternalLink>}
    </>
  );
}
