import type { ReactElement, ReactNode } from 'react';
import { Botao, LinkBotao } from '../../navigation/button/button.tsx';
import { Aviso } from '../alert/alert.tsx';
import estilos from './load-error.module.css';

interface Props {
  /** Tries again in place. */
  readonly aoTentar?: (() => void) | undefined;
  /** The address that tries again where there is no script. */
  readonly hrefTentar?: string | undefined;
  readonly nota?: ReactNode;
}

/** A part of a page that could not be loaded; old content, when there is some, stays under it. */
export function ErroAoCarregar({ aoTentar, hrefTentar, nota }: Props): ReactElement {
  return (
    <Aviso tom="erro" papel="alert">
      <p className={estilos.texto}>
        <strong>Não foi possível carregar agora.</strong> {nota}
      </p>
      {aoTentar === undefined ? null : (
        <p>
          <Botao variante="secundario" icone="lucide:refresh-cw" onClick={aoTentar}>
            Tentar de novo
          </Botao>
        </p>
      )}
      {aoTentar === undefined && hrefTentar !== undefined ? (
        <p>
          <LinkBotao variante="secundario" icone="lucide:refresh-cw" href={hrefTentar}>
            Tentar de novo
          </LinkBotao>
        </p>
      ) : null}
    </Aviso>
  );
}
