import type { ReactElement } from 'react';
import { DocumentosRecentesDocument } from '../../../shared/graphql/generated/documents/DocumentosRecentes.ts';
import { SelosDeRegularidadeDocument } from '../../../shared/graphql/generated/documents/SelosDeRegularidade.ts';
import { formatarNumero } from '../../../shared/locale/numbers.ts';
import { routePath } from '../../../shared/routes/url.ts';
import type { TotaisLai } from '../../../shared/site-state/site-state.ts';
import { useOperation } from '../../apollo/use-operation.ts';
import { DataHora } from '../../components/content/date-time/date-time.tsx';
import { Numeros } from '../../components/content/number-figure/number-figure.tsx';
import { Lide } from '../../components/content/rich-text/rich-text.tsx';
import { Linha, Pilha } from '../../components/layout/column/column.tsx';
import { Secao } from '../../components/layout/section/section.tsx';
import { LinkBotao } from '../../components/navigation/button/button.tsx';
import { ParteTardia } from '../parte-tardia.tsx';
import estilos from './inicio.module.css';
import { SelosDeRegularidade } from './selos-de-regularidade.tsx';

/** The call to the transparency section: what is there, what is new, and the seals that the institute holds. */
export function Transparencia({ totais: { documentos, categorias } }: { readonly totais: TotaisLai }): ReactElement {
  return (
    <Secao titulo="Transparência" fundo="papel" acao={{ href: routePath('menuCompleto'), rotulo: 'Menu completo' }}>
      <Pilha espaco="g">
        <div className={estilos.transparencia}>
          <Pilha>
            <Lide>Atas, contas, investimentos, licitações e leis do instituto, para consultar e baixar sem pedir a ninguém.</Lide>
            {documentos === 0 ? null : (
              <Numeros
                itens={[
                  { valor: formatarNumero(documentos), rotulo: 'documentos publicados' },
                  { valor: formatarNumero(categorias), rotulo: 'tipos de documento' },
                ]}
              />
            )}
            <Linha>
              <LinkBotao href={routePath('lai')}>Abrir a Transparência</LinkBotao>
              <LinkBotao href={routePath('sic')} variante="secundario">
                Pedir uma informação
              </LinkBotao>
            </Linha>
          </Pilha>
          <div className={estilos.painel}>
            <h3>Documentos mais recentes</h3>
            <ParteTardia de={DocumentosRecentesDocument} quantidade={4}>
              <DocumentosRecentes />
            </ParteTardia>
          </div>
        </div>
        <ParteTardia de={SelosDeRegularidadeDocument} forma="cartoes" quantidade={2}>
          <SelosDeRegularidade />
        </ParteTardia>
      </Pilha>
    </Secao>
  );
}

function DocumentosRecentes(): ReactElement {
  const { documento: rows } = useOperation(DocumentosRecentesDocument);
  if (rows.length === 0) return <p>Ainda não há documentos publicados.</p>;
  return (
    <ul className={estilos.documentos}>
      {rows.map(({ id, categoria_slug, titulo, publicado_em, categoria }) => (
        <li key={id} className={estilos.documento}>
          <a href={routePath('documento', { category: categoria_slug, id })}>{titulo}</a>
          <p className={estilos.nota}>
            {categoria?.rotulo}
            {publicado_em === null ? null : (
              <>
                {' · '}
                <DataHora data={publicado_em} formato="curta" />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
