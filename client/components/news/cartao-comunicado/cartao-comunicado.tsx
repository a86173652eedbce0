import type { ReactElement } from 'react';
import { classes } from '../../class-names.ts';
import { Selo } from '../../content/badge/badge.tsx';
import { DataHora } from '../../content/date-time/date-time.tsx';
import { Titulo } from '../../content/heading/heading.tsx';
import type { Nivel } from '../../types.ts';
import estilos from './cartao-comunicado.module.css';

export interface ComunicadoDoCartao {
  readonly titulo: string;
  readonly href: string;
  readonly resumo: string | null;
  /** The label, not the key: 'Convocação'. */
  readonly tipo: string;
  readonly prioridade: 'normal' | 'alta' | 'urgente';
  readonly publicadoEm: string;
  readonly validoAte: string | null;
  /** The notice is no longer in force; it stays readable. */
  readonly encerrado?: boolean;
}

/** An official notice in a list: what it is, how urgent, until when. */
export function CartaoComunicado({
  comunicado,
  nivel = 3,
}: {
  readonly comunicado: ComunicadoDoCartao;
  readonly nivel?: Nivel;
}): ReactElement {
  const { titulo, href, resumo, tipo, prioridade, publicadoEm, validoAte, encerrado = false } = comunicado;
  return (
    <article className={classes(estilos.cartao, encerrado ? estilos.encerrado : estilos[prioridade])}>
      <p className={estilos.selos}>
        <Selo tom="neutro">{tipo}</Selo>
        {encerrado ? <Selo icone="lucide:clock">Encerrado</Selo> : <Prioridade valor={prioridade} />}
      </p>
      <Titulo nivel={nivel} className={estilos.titulo}>
        <a href={href} className={estilos.link}>
          {titulo}
        </a>
      </Titulo>
      {resumo === null || resumo === '' ? null : <p className={estilos.resumo}>{resumo}</p>}
      <p className={estilos.datas}>
        <DataHora data={publicadoEm} prefixo="Publicado em" />
        {validoAte === null ? null : (
          <>
            {' · '}
            <DataHora data={validoAte} prefixo={encerrado ? 'Encerrado em' : 'Válido até'} />
          </>
        )}
      </p>
    </article>
  );
}

function Prioridade({ valor }: { readonly valor: ComunicadoDoCartao['prioridade'] }): ReactElement | null {
  if (valor === 'normal') return null;
  return valor === 'urgente' ? (
    <Selo tom="erro" icone="lucide:circle-alert">
      Urgente
    </Selo>
  ) : (
    <Selo tom="alerta" icone="lucide:triangle-alert">
      Importante
    </Selo>
  );
}
