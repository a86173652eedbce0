import type { ReactElement } from 'react';
import type { Caminho, ItemDeMenu } from '../../../shared/site-state/site-state.ts';
import { classes } from '../../components/class-names.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import estilos from './main-menu.module.css';
import { estaNoCaminho, rotuloDaVisaoGeral } from './menu-entry.ts';

interface Props {
  readonly itens: readonly ItemDeMenu[];
  readonly trilha: readonly Caminho[];
}

/**
 * The main menu. It opens and closes without script: on phones the whole list by the `Menu` switch before it, its branches by `<details>`.
 * The name makes browsers keep one branch open at a time; keys and closing are client/accessibility/menu.ts.
 */
export function MenuPrincipal({ itens, trilha }: Props): ReactElement {
  const principais = itens.filter(({ area }) => area === 'principal');
  return (
    <div id="menu" tabIndex={-1} className={estilos.menu} data-sem-impressao="">
      {principais.length === 0 ? null : (
        <>
          <details className={estilos.gatilho} data-gatilho="" suppressHydrationWarning>
            <summary>
              <Icone nome="lucide:menu" /> Menu
            </summary>
          </details>
          <Navegacao itens={principais} trilha={trilha} />
        </>
      )}
    </div>
  );
}

function Navegacao({ itens, trilha }: Props): ReactElement {
  return (
    <FixedPart as="nav" name="menu" aria-label="Menu principal" className={estilos.navegacao} data-menu="">
      <Itens itens={itens} trilha={trilha} />
    </FixedPart>
  );
}

function Itens({ itens, trilha }: Props): ReactElement {
  return (
    <ul className={estilos.topo}>
      {itens.map((item) => (
        <li key={item.id} className={estilos.item}>
          {item.filhos.length === 0 ? <Folha item={item} trilha={trilha} noTopo /> : <Ramo item={item} trilha={trilha} />}
        </li>
      ))}
    </ul>
  );
}

interface PropsDoItem {
  readonly item: ItemDeMenu;
  readonly trilha: readonly Caminho[];
}

function Ramo({ item, trilha }: PropsDoItem): ReactElement {
  const filhos = item.destino === null ? item.filhos : [{ ...item, rotulo: rotuloDaVisaoGeral(item), filhos: [] }, ...item.filhos];
  const atual = estaNoCaminho(item, trilha) || item.filhos.some((filho) => estaNoCaminho(filho, trilha));
  return (
    <details name="menu-principal" className={estilos.ramo} suppressHydrationWarning>
      <summary className={classes(estilos.rotulo, atual && estilos.atual)} data-menu-topo="">
        {item.rotulo}
        <Icone nome="lucide:chevron-down" tamanho="p" />
      </summary>
      <ul className={classes(estilos.painel, filhos.length > 7 && estilos.largo)}>
        {filhos.map((filho) => (
          <li key={`${filho.id}-${filho.rotulo}`}>
            <Folha item={filho} trilha={trilha} />
            {filho.filhos.length === 0 ? null : (
              <ul className={estilos.netos}>
                {filho.filhos.map((neto) => (
                  <li key={neto.id}>
                    <Folha item={neto} trilha={trilha} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Folha({ item, trilha, noTopo = false }: PropsDoItem & { readonly noTopo?: boolean }): ReactElement {
  const atual = estaNoCaminho(item, trilha);
  if (item.destino === null) return <span className={estilos.grupo}>{item.rotulo}</span>;
  return (
    <a
      href={item.destino}
      rel={item.externo ? 'noopener' : undefined}
      aria-current={atual ? 'true' : undefined}
      className={noTopo ? classes(estilos.rotulo, atual && estilos.atual) : estilos.link}
      data-menu-topo={noTopo ? '' : undefined}
    >
      {item.rotulo}
      {item.externo ? <span className="somente-leitor"> (abre outro site)</span> : null}
      {item.externo ? <Icone nome="lucide:external-link" tamanho="p" /> : null}
    </a>
  );
}
