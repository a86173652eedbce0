import { type ReactElement, useId } from 'react';
import estilos from './number-figure.module.css';

interface Props {
  readonly itens: readonly { readonly valor: string; readonly rotulo: string; readonly nota?: string | undefined }[];
}

/** A few figures that tell the whole; already formatted. */
export function Numeros({ itens }: Props): ReactElement | null {
  if (itens.length === 0) return null;
  return (
    <dl className={estilos.numeros}>
      {itens.map(({ valor, rotulo, nota }) => (
        <div key={rotulo} className={estilos.numero}>
          <dt className={estilos.rotulo}>{rotulo}</dt>
          <dd className={estilos.valor}>{valor}</dd>
          {nota === undefined ? null : <dd className={estilos.nota}>{nota}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface PropsDoProgresso {
  readonly valor: number;
  readonly maximo: number;
  readonly rotulo: string;
}

/** How much of a whole is done, in words and as a bar. */
export function Progresso({ valor, maximo, rotulo }: PropsDoProgresso): ReactElement {
  const id = useId();
  return (
    <div className={estilos.progresso}>
      <label htmlFor={id}>
        {rotulo}: {valor} de {maximo}
      </label>
      <progress id={id} value={valor} max={Math.max(1, maximo)} className={estilos.barra} />
    </div>
  );
}
