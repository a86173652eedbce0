import { type Context, createContext, type ReactElement, use, useEffect } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { installInteractions } from '../../accessibility/interactions.ts';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import styles from './accessibility-bar.module.css';

/** Folder of the translator into Libras; null where the site offers none. */
export const TranslatorContext: Context<string | null> = createContext<string | null>(null);

/**
 * Text size, contrast and theme, and the links that every page owes, as far as their pages are written. Its buttons are handled by
 * delegation (client/accessibility/interactions.ts) and appear only where script runs; attributes that show their state are the script's.
 */
export function AccessibilityBar({ state }: { readonly state: SiteState }): ReactElement {
  useEffect(() => {
    installInteractions(document);
  }, []);
  return (
    <FixedPart as="section" name="barra" className={styles.bar} aria-label="Acessibilidade" data-sem-impressao="">
      <BarContent state={state} />
    </FixedPart>
  );
}

function BarContent({ state }: { readonly state: SiteState }): ReactElement {
  const vlibrasUrl = use(TranslatorContext);
  return (
    <div className={styles.inner}>
      <div className={styles.controls} data-so-com-script="">
        <fieldset className={styles.group}>
          <legend className="somente-leitor">Tamanho do texto</legend>
          <TextSizeButton action="texto-menor" visible="A−" name=" Diminuir o texto" />
          <TextSizeButton action="texto-normal" visible="A" name=" Tamanho normal do texto" />
          <TextSizeButton action="texto-maior" visible="A+" name=" Aumentar o texto" />
        </fieldset>
        <button type="button" data-acao="contraste" aria-pressed="false" className={styles.button} suppressHydrationWarning>
          <Icon name="lucide:contrast" size="s" />
          <span className={styles.text}>Alto contraste</span>
        </button>
        <label className={styles.theme}>
          <span>Tema</span>
          <select data-acao="tema" className={styles.choice} autoComplete="off">
            <option value="sistema">Tema automático</option>
            <option value="claro">Tema claro</option>
            <option value="escuro">Tema escuro</option>
          </select>
        </label>
        <button
          type="button"
          data-acao="ouvir"
          aria-pressed="false"
          className={classNames(styles.button, styles.voice)}
          suppressHydrationWarning
        >
          <Icon name="lucide:volume-2" size="s" />
          <span className={styles.text}>Ouvir esta página</span>
        </button>
        {vlibrasUrl === null ? null : (
          <button
            type="button"
            data-acao="libras"
            data-pasta={vlibrasUrl}
            aria-pressed="false"
            className={styles.button}
            title="Abre esta página com o VLibras, tradutor do governo federal"
            suppressHydrationWarning
          >
            <Icon name="lucide:hand" size="s" />
            <span className={styles.text}>Libras</span>
          </button>
        )}
      </div>
      <ul className={styles.links}>
        <li className={styles.simple}>
          <a href={routePath('modoSimples')} className={styles.link}>
            Modo simples
          </a>
        </li>
        {state.paginasDaMoldura.includes('acessibilidade') ? (
          <li>
            <a href={routePath('pagina', { slug: 'acessibilidade' })} className={styles.link}>
              Acessibilidade
            </a>
          </li>
        ) : null}
        <li className={styles.siteMap}>
          <a href={routePath('menuCompleto')} className={styles.link}>
            Mapa do site
          </a>
        </li>
      </ul>
    </div>
  );
}

interface ButtonProps {
  readonly action: string;
  readonly visible: string;
  readonly name: string;
}

/** The accessible name begins with the visible sign, so that users of speech input can say what they see (WCAG 2.5.3). */
function TextSizeButton({ action, visible, name }: ButtonProps): ReactElement {
  return (
    <button type="button" data-acao={action} className={styles.button} suppressHydrationWarning>
      {visible}
      <span className="somente-leitor">{name}</span>
    </button>
  );
}
