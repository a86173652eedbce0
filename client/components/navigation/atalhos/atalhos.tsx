import type { ReactElement } from 'react';
import type { ItemDeMenu } from '../../../../shared/site-state/site-state.ts';
import { Icone } from '../../media/icon/icon.tsx';
import estilos from './atalhos.module.css';

/** The few tasks that most visitors come for. */
export function Atalhos({ itens, rotulo }: { readonly itens: readonly ItemDeMenu[]; readonly rotulo: string }): ReactElement | null {
  const comDestino = itens.filter((item) => item.destino !== null);
  if (comDestino.length === 0) return null;
  return (
    <nav aria-label={rotulo}>
      <ul className={estilos.atalhos}>
        {comDestino.map((item) => (
          <li key={item.id}>
            <a href={item.destino ?? undefined} className={estilos.atalho} rel={item.externo ? 'noopener' : undefined}>
              <span className={estilos.icone}>
                <Icone nome={item.icone ?? 'lucide:arrow-right'} tamanho="g" />
              </span>
              <span className={estilos.rotulo}>
                {item.rotulo}
                {item.externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
              </span>
              {item.descricao === null ? null : <span className={estilos.descricao}>{item.descricao}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
