import type { ReactElement } from 'react';
import { HIDDEN_CPF } from '../../../shared/content/cpf.ts';
import { BuscaDocument } from '../../../shared/graphql/generated/documents/Busca.ts';
import { EXEMPLOS_DE_BUSCA } from '../../../shared/routes/search-results.ts';
import { hasWords, readSearch, searchQueryString } from '../../../shared/routes/site-search.ts';
import type { RouteInput } from '../../../shared/routes/types.ts';
import { routePath } from '../../../shared/routes/url.ts';
import { Stack } from '../../components/layout/column/column.tsx';
import { PageIntro } from '../../components/layout/page-intro/page-intro.tsx';
import { SearchBox } from '../../components/lists/search-box/search-box.tsx';
import { LatePart } from '../late-part.tsx';
import { EmailSubscriptionForm } from '../novidades/email-subscription-form.tsx';
import styles from './busca.module.css';
import { Resultados } from './resultados.tsx';

export function PageOpening(): ReactElement {
  return <PageIntro lead="Em tudo o que o site publica, também dentro dos PDFs." />;
}

export function PageComponent({ input }: { readonly input: RouteInput }): ReactElement {
  const busca = readSearch(input.search);
  const { q } = busca;
  return (
    <Stack gap="l">
      <SearchBox
        action={routePath('busca')}
        id="busca-no-site"
        label="O que você procura?"
        value={q}
        suggests
        hint="Use aspas para uma frase exata e o sinal de menos para tirar uma palavra."
      />
      {/* The box shows the words without it as well: the number is found in nothing, so there is nothing to correct in it. */}
      {q.includes(HIDDEN_CPF) ? <p>Tiramos o CPF do que você digitou. Ele não é procurado nem guardado neste site.</p> : null}
      {isLong(q) ? (
        <p>Da sua pergunta a busca usa as primeiras oito palavras que dizem o assunto. Se não achar, escreva menos palavras.</p>
      ) : null}
      {hasWords(q) ? null : (
        <div>
          <p>
            {q === '' || q.includes(HIDDEN_CPF) ? 'Digite uma ou mais palavras.' : `“${q}” não tem palavras que se possam procurar.`} Por
            exemplo:
          </p>
          <ul className={styles.exemplos}>
            {EXEMPLOS_DE_BUSCA.map((exemplo) => (
              <li key={exemplo}>
                <a href={routePath('busca') + searchQueryString({ q: exemplo })}>{exemplo}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasWords(q) ? (
        <LatePart of={BuscaDocument}>
          <Resultados busca={busca} />
          <EmailSubscriptionForm topic={{ kind: 'busca', value: q }} />
        </LatePart>
      ) : null}
    </Stack>
  );
}

/** Says whether a search may have more words than the eight that are looked for (`indice.interpretar`). Those that say nothing are mostly short. */
function isLong(q: string): boolean {
  return (q.match(/[\p{L}\p{N}]{4,}/gu) ?? []).length > 8;
}
