import type { ReactElement } from 'react';
import { ERROR_SCREEN, errorScreenTexts, languageOfMessage, mayPass, TRY_AGAIN } from '../../../../shared/errors/codes.ts';
import { routePath } from '../../../../shared/routes/url.ts';
import { SearchBox } from '../../lists/search-box/search-box.tsx';
import { LinkButton } from '../../navigation/button/button.tsx';
import styles from './error-screen.module.css';

interface Props {
  readonly status: number;
  /** The public sentence of the error; never a text of the backend. */
  readonly message: string;
  /** Id of the request, for the visitor to quote. */
  readonly requestId: string | null;
  /** Address of the list that a withdrawn page was in. */
  readonly list?: string | null;
}

/** The error screen of specification section 2, its strings to the letter, with ways to go on below. */
export function ErrorScreen({ status, message, requestId, list = null }: Props): ReactElement {
  const { heading, text, detail } = errorScreenTexts(status, message);
  return (
    <div className={styles.screen}>
      <div className={styles.arch}>
        <h1 className={styles.title}>{ERROR_SCREEN.title}</h1>
        <p className={styles.code}>{heading}</p>
        <p className={styles.text}>{text}</p>
        {detail === null ? null : (
          <p className={styles.message} lang={languageOfMessage(detail)}>
            {detail}
          </p>
        )}
        <p className={styles.home}>
          <LinkButton href={routePath('inicio')} icon="lucide:house">
            {ERROR_SCREEN.button}
          </LinkButton>
        </p>
        {mayPass(status) ? (
          <p>
            <LinkButton href="" variant="secondary" reload>
              {TRY_AGAIN}
            </LinkButton>
          </p>
        ) : null}
      </div>
      <div className={styles.help}>
        <SearchBox action={routePath('busca')} id="busca-do-erro" label="Procure pelo assunto" />
        {list === null ? null : (
          <p>
            <a href={list}>Ver a lista em que este conteúdo estava</a>
          </p>
        )}
        <p>
          Não encontrou o que precisa? <a href={routePath('sic')}>Peça a informação ao SIC</a> ou{' '}
          <a href={routePath('faleConosco')}>fale conosco</a>.
        </p>
        {requestId === null ? null : (
          <p className={styles.requestId}>
            Se falar conosco sobre este erro, informe o código <code>{requestId}</code>.
          </p>
        )}
      </div>
    </div>
  );
}
