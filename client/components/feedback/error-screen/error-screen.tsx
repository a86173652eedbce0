import type { ReactElement } from 'react';
import { ERROR_SCREEN } from '../../../../shared/errors/codes.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import { CaixaDeBusca } from '../../lists/search-box/search-box.tsx';
import { LinkBotao } from '../../navigation/button/button.tsx';
import estilos from './error-screen.module.css';

interface Props {
  readonly status: number;
  /** The public sentence of the error; never a text of the backend. */
  readonly mensagem: string;
  /** Id of the request, for the visitor to quote. */
  readonly pedido: string | null;
}

/** The error screen of specification section 2, its strings to the letter, with ways to go on below. */
export function TelaDeErro({ status, mensagem, pedido }: Props): ReactElement {
  const naoEncontrada = status === 404;
  const texto = naoEncontrada ? ERROR_SCREEN.notFoundText : ERROR_SCREEN.otherText;
  return (
    <div className={estilos.tela}>
      <div className={estilos.arco}>
        <h1 className={estilos.titulo}>{ERROR_SCREEN.title}</h1>
        <p className={estilos.codigo}>{naoEncontrada ? ERROR_SCREEN.notFoundHeading : ERROR_SCREEN.otherHeading}</p>
        <p className={estilos.texto}>{texto}</p>
        {mensagem === '' || mensagem === texto ? null : <p className={estilos.mensagem}>{mensagem}</p>}
        <p>
          <LinkBotao href={routePath('inicio')} icone="lucide:house">
            {ERROR_SCREEN.button}
          </LinkBotao>
        </p>
      </div>
      <div className={estilos.ajuda}>
        <CaixaDeBusca acao={routePath('busca')} id="busca-do-erro" rotulo="Procure pelo assunto" />
        <p>
          Não encontrou o que precisa? <a href={routePath('sic')}>Peça a informação ao SIC</a> ou{' '}
          <a href={routePath('faleConosco')}>fale conosco</a>.
        </p>
        {pedido === null ? null : (
          <p className={estilos.pedido}>
            Se falar conosco sobre este erro, informe o código <code>{pedido}</code>.
          </p>
        )}
      </div>
    </div>
  );
}
