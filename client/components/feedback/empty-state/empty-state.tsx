import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../../shared/routes/url.ts';
import { DataHora } from '../../content/date-time/date-time.tsx';
import { Icone } from '../../media/icon/icon.tsx';
import { LinkBotao } from '../../navigation/button/button.tsx';
import type { Nomes } from '../../types.ts';
import estilos from './empty-state.module.css';

interface Props {
  readonly titulo: string;
  readonly icone?: string;
  readonly acoes?: ReactNode;
  readonly children?: ReactNode;
}

/** What a list says when it has nothing to show. */
export function Vazio({ titulo, icone = 'lucide:inbox', acoes, children }: Props): ReactElement {
  return (
    <div className={estilos.vazio}>
      <span className={estilos.icone}>
        <Icone nome={icone} tamanho="g" />
      </span>
      <p className={estilos.titulo}>{titulo}</p>
      {children === undefined ? null : <div className={estilos.texto}>{children}</div>}
      {acoes === undefined ? null : <div className={estilos.acoes}>{acoes}</div>}
    </div>
  );
}

/** The filters leave nothing: how to drop them and whom to ask. */
export function VazioComFiltro({ nomes, hrefLimpar }: { readonly nomes: Nomes; readonly hrefLimpar: string }): ReactElement {
  return (
    <Vazio
      titulo={`Não há ${nomes.varios} com esses filtros`}
      icone="lucide:search-x"
      acoes={
        <>
          <LinkBotao href={hrefLimpar}>Limpar filtros</LinkBotao>
          <LinkBotao href={routePath('sic')} variante="secundario">
            Pedir ao SIC
          </LinkBotao>
        </>
      }
    >
      <p>Confira as palavras, escolha outros anos ou limpe os filtros. Se a informação deveria existir, peça ao SIC.</p>
    </Vazio>
  );
}

type Caso =
  | {
      readonly tipo: 'declaracao';
      readonly texto: string;
      readonly exercicio: number;
      readonly signatario: string;
      readonly cargo: string | null;
      readonly data: string;
    }
  | { readonly tipo: 'previsao'; readonly texto: string }
  | { readonly tipo: 'novo' };

/** A list that holds nothing yet says why: nothing happened (and who declares it), not published yet, or new. */
export function VazioSemConteudo({ caso, nomes }: { readonly caso: Caso; readonly nomes: Nomes }): ReactElement {
  switch (caso.tipo) {
    case 'declaracao':
      return (
        <Vazio titulo={`Declaração de inexistência — exercício de ${caso.exercicio}`} icone="lucide:badge-check">
          <p>{caso.texto}</p>
          <p>
            {caso.signatario}
            {caso.cargo === null ? '' : `, ${caso.cargo}`}, em <DataHora data={caso.data} />.
          </p>
        </Vazio>
      );
    case 'previsao':
      return (
        <Vazio titulo={`Ainda não há ${nomes.varios} publicados aqui`} icone="lucide:calendar-clock">
          <p>{caso.texto}</p>
        </Vazio>
      );
    case 'novo':
      return (
        <Vazio titulo={`Ainda não há ${nomes.varios} nesta lista`}>
          <p>
            Os registros aparecem aqui assim que forem publicados. Precisa de uma informação agora?{' '}
            <a href={routePath('sic')}>Fale com o SIC</a>.
          </p>
        </Vazio>
      );
  }
}
