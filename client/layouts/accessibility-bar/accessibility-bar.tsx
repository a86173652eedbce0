import { type ReactElement, useEffect } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { SiteState } from '../../../shared/site-state/site-state.ts';
import { instalarInteracoes } from '../../accessibility/interactions.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import estilos from './accessibility-bar.module.css';

/**
 * Text size, contrast and theme, and the links that every page owes, as far as their pages are written. Its buttons are handled by
 * delegation (client/accessibility/interactions.ts) and appear only where script runs; attributes that show their state are the script's.
 */
export function BarraDeAcessibilidade({ state }: { readonly state: SiteState }): ReactElement {
  useEffect(() => {
    instalarInteracoes(document);
  }, []);
  return (
    <FixedPart as="section" name="barra" aria-label="Acessibilidade" className={estilos.barra} data-sem-impressao="">
      <Conteudo state={state} />
    </FixedPart>
  );
}

function Conteudo({ state }: { readonly state: SiteState }): ReactElement {
  return (
    <div className={estilos.dentro}>
      <div className={estilos.controles} data-so-com-script="">
        <fieldset className={estilos.grupo}>
          <legend className="somente-leitor">Tamanho do texto</legend>
          <BotaoDeTexto acao="texto-menor" visivel="A−" nome=" Diminuir o texto" />
          <BotaoDeTexto acao="texto-normal" visivel="A" nome=" Tamanho normal do texto" />
          <BotaoDeTexto acao="texto-maior" visivel="A+" nome=" Aumentar o texto" />
        </fieldset>
        <button type="button" data-acao="contraste" aria-pressed="false" className={estilos.botao} suppressHydrationWarning>
          <Icone nome="lucide:contrast" tamanho="p" />
          Alto contraste
        </button>
        <label className={estilos.tema}>
          <Icone nome="lucide:sun-moon" tamanho="p" />
          <span className="somente-leitor">Tema</span>
          <select data-acao="tema" className={estilos.escolha} autoComplete="off">
            <option value="sistema">Tema automático</option>
            <option value="claro">Tema claro</option>
            <option value="escuro">Tema escuro</option>
          </select>
        </label>
      </div>
      <ul className={estilos.links}>
        {state.paginasDaMoldura.includes('acessibilidade') ? (
          <li>
            <a href={routePath('pagina', { slug: 'acessibilidade' })} className={estilos.link}>
              <Icone nome="lucide:accessibility" tamanho="p" /> Acessibilidade
            </a>
          </li>
        ) : null}
        <li>
          <a href={routePath('menuCompleto')} className={estilos.link}>
            <Icone nome="lucide:network" tamanho="p" /> Mapa do site
          </a>
        </li>
      </ul>
    </div>
  );
}

interface PropsDoBotao {
  readonly acao: string;
  readonly visivel: string;
  readonly nome: string;
}

/** The visible sign comes first in the name, so that who speaks to the computer can say what they see (WCAG 2.5.3). */
function BotaoDeTexto({ acao, visivel, nome }: PropsDoBotao): ReactElement {
  return (
    <button type="button" data-acao={acao} className={estilos.botao} suppressHydrationWarning>
      {visivel}
      <span className="somente-leitor">{nome}</span>
    </button>
  );
}
