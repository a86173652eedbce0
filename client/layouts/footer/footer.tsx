import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { ConfiguracaoDoSite, Contato, Diretor, ItemDeMenu, SiteState } from '../../../shared/site-state/site-state.ts';
import { Icon } from '../../components/media/icon/icon.tsx';
import { ExternalLink } from '../../components/navigation/link/link.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { Logo, useSiteName } from '../logo/logo.tsx';
import styles from './footer.module.css';

/** Where the institution is, how to reach it, and the links that the law wants on every page. */
export function Footer({ state }: { readonly state: SiteState }): ReactElement {
  return (
    <FixedPart as="footer" name="rodape" id="rodape" tabIndex={-1} className={styles.footer}>
      <FooterContent state={state} />
    </FixedPart>
  );
}

/** On phones what is not asked for every day waits behind a switch, so that the footer is shorter than the screen. */
function FooterContent({ state }: { readonly state: SiteState }): ReactElement {
  const site = state.siteConfig[0];
  const contatos = state.contato.filter(({ tipo }) => tipo !== 'rede_social');
  const principais = contatos.filter(({ principal }) => principal);
  const outros = principais.length === 0 ? [] : contatos.filter(({ principal }) => !principal);
  const redes = state.contato.filter(({ tipo }) => tipo === 'rede_social');
  const links = state.dataMenu.filter(({ area }) => area === 'rodape');
  return (
    <>
      <div className={styles.inner}>
        <div className={styles.identity}>
          <Identity site={site} />
          <BlocoDeContato contatos={principais.length === 0 ? contatos : principais} compact />
        </div>
        <FooterColumn title="Fale com a gente">
          <LinksDeAtendimento paginas={state.paginasDaMoldura} />
          <RadarLink url={site?.url_radar ?? null} />
        </FooterColumn>
        <details className={styles.toggle} suppressHydrationWarning>
          <summary>
            <Icon name="lucide:chevron-down" size="s" /> Mais contatos e páginas
          </summary>
        </details>
        <div className={styles.more}>
          <Diretoria diretores={state.diretoriaExecutiva} />
          {outros.length + redes.length === 0 ? null : (
            <FooterColumn title="Outros contatos">
              <BlocoDeContato contatos={outros} compact />
              <Redes redes={redes} />
            </FooterColumn>
          )}
          <FooterMenu items={links} />
        </div>
      </div>
      <p className={styles.signature}>
        {site === undefined ? null : <span>{`${site.ente} — ${site.uf}`}</span>}
        {site?.cnpj == null ? null : <span>{`CNPJ ${site.cnpj}`}</span>}
        {state.demonstracao ? <span>Demonstração: o instituto, as pessoas e os valores são fictícios.</span> : null}
      </p>
    </>
  );
}

function FooterColumn({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className={styles.column}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

function Identity({ site }: { readonly site: ConfiguracaoDoSite | undefined }): ReactElement {
  return (
    <div className={styles.brand}>
      <span className={styles.plate}>
        <Logo site={site} />
      </span>
      <p className={styles.name}>{useSiteName(site)}</p>
    </div>
  );
}

function Redes({ redes }: { readonly redes: readonly Contato[] }): ReactElement | null {
  if (redes.length === 0) return null;
  return (
    <ul className={styles.networks} aria-label="Redes sociais">
      {redes.map((rede) => (
        <li key={rede.id}>{rede.href === null ? rede.valor : <ExternalLink href={rede.href}>{rede.rotulo || rede.valor}</ExternalLink>}</li>
      ))}
    </ul>
  );
}

const ATENDIMENTO = [
  [routePath('sic'), 'Pedir informação (SIC)'],
  [routePath('ouvidoria'), 'Ouvidoria'],
  [routePath('faleConosco'), 'Fale conosco'],
  [routePath('faq'), 'Perguntas frequentes'],
] as const;

/** Pages of text that every footer links once they are written. */
const PAGINAS = [
  ['privacidade', 'Privacidade (LGPD)'],
  ['acessibilidade', 'Acessibilidade'],
] as const;

function LinksDeAtendimento({ paginas }: { readonly paginas: SiteState['paginasDaMoldura'] }): ReactElement {
  const escritas = PAGINAS.filter(([slug]) => paginas.includes(slug)).map(
    ([slug, rotulo]) => [routePath('pagina', { slug }), rotulo] as const,
  );
  return (
    <ul className={styles.list}>
      {[...ATENDIMENTO, ...escritas].map(([href, rotulo]) => (
        <li key={href}>
          <a href={href}>{rotulo}</a>
        </li>
      ))}
    </ul>
  );
}

function RadarLink({ url }: { readonly url: string | null }): ReactElement | null {
  if (url === null) return null;
  return (
    <p>
      <ExternalLink href={url}>Radar da Transparência Pública</ExternalLink>
    </p>
  );
}

/** Groups side by side; entries without a group of their own form one more. */
function FooterMenu({ items }: { readonly items: readonly ItemDeMenu[] }): ReactElement | null {
  if (items.length === 0) return null;
  const grupos = items.filter(({ filhos }) => filhos.length > 0);
  const soltos = items.filter(({ filhos }) => filhos.length === 0);
  return (
    <nav aria-label="Links do rodapé" className={styles.groups}>
      {grupos.map((grupo) => (
        <LinkGroup key={grupo.id} title={grupo.rotulo} items={grupo.filhos} />
      ))}
      {soltos.length === 0 ? null : <LinkGroup title="Conheça" items={soltos} />}
    </nav>
  );
}

function LinkGroup({ title, items }: { readonly title: string; readonly items: readonly ItemDeMenu[] }): ReactElement {
  return (
    <div className={styles.column}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id}>{itemLink(item)}</li>
        ))}
      </ul>
    </div>
  );
}

function itemLink({ destino, externo, rotulo }: ItemDeMenu): ReactElement {
  if (destino === null) return <strong>{rotulo}</strong>;
  return externo ? <ExternalLink href={destino}>{rotulo}</ExternalLink> : <a href={destino}>{rotulo}</a>;
}

function Diretoria({ diretores }: { readonly diretores: readonly Diretor[] }): ReactElement | null {
  if (diretores.length === 0) return null;
  return (
    <FooterColumn title="Diretoria executiva">
      <ul className={styles.list}>
        {diretores.map(({ id, nome, cargo }) => (
          <li key={id} className={styles.director}>
            <span>{nome}</span>
            <span className={styles.role}>{cargo}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={routePath('diretoriaExecutiva')}>Conheça a diretoria</a>
      </p>
    </FooterColumn>
  );
}
