import type { ReactElement, ReactNode } from 'react';
import { routePath } from '../../../shared/routes/url.ts';
import type { ConfiguracaoDoSite, Contato, Diretor, ItemDeMenu, SiteState } from '../../../shared/site-state/site-state.ts';
import { Icone } from '../../components/media/icon/icon.tsx';
import { LinkExterno } from '../../components/navigation/external-link/external-link.tsx';
import { BlocoDeContato } from '../../components/people/bloco-de-contato/bloco-de-contato.tsx';
import { FixedPart } from '../../fast/fixed-part.tsx';
import { Logo, nomeDoSite } from '../logo/logo.tsx';
import estilos from './footer.module.css';

/** Where the institution is, how to reach it, and the links that the law wants on every page. */
export function Rodape({ state }: { readonly state: SiteState }): ReactElement {
  return (
    <FixedPart as="footer" name="rodape" id="rodape" tabIndex={-1} className={estilos.rodape}>
      <Conteudo state={state} />
    </FixedPart>
  );
}

function Conteudo({ state }: { readonly state: SiteState }): ReactElement {
  const site = state.siteConfig[0];
  const contatos = state.contato.filter(({ tipo }) => tipo !== 'rede_social');
  const redes = state.contato.filter(({ tipo }) => tipo === 'rede_social');
  const links = state.dataMenu.filter(({ area }) => area === 'rodape');
  return (
    <>
      <div className={estilos.dentro}>
        <div className={estilos.identidade}>
          <Identidade site={site} redes={redes} />
          <Diretoria diretores={state.diretoriaExecutiva} />
        </div>
        {contatos.length === 0 ? null : (
          <div className={estilos.contatos}>
            <Coluna titulo="Atendimento">
              <BlocoDeContato contatos={contatos} />
            </Coluna>
          </div>
        )}
        <Coluna titulo="Fale com a gente">
          <LinksDeAtendimento comPrivacidade={state.paginasDaMoldura.includes('privacidade')} />
          <BotaoDoRadar url={site?.url_radar ?? null} />
        </Coluna>
        <MenuDoRodape itens={links} />
      </div>
      <p className={estilos.assinatura}>
        {[nomeDoSite(site), site?.cnpj == null ? null : `CNPJ ${site.cnpj}`, site === undefined ? null : `${site.ente} — ${site.uf}`]
          .filter((parte) => parte !== null)
          .join(' · ')}
      </p>
    </>
  );
}

function Coluna({ titulo, children }: { readonly titulo: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className={estilos.coluna}>
      <h2 className={estilos.titulo}>{titulo}</h2>
      {children}
    </section>
  );
}

function Identidade({ site, redes }: { readonly site: ConfiguracaoDoSite | undefined; readonly redes: readonly Contato[] }): ReactElement {
  return (
    <>
      <span className={estilos.placa}>
        <Logo site={site} />
      </span>
      <p className={estilos.nome}>{nomeDoSite(site)}</p>
      {redes.length === 0 ? null : (
        <ul className={estilos.redes} aria-label="Redes sociais">
          {redes.map((rede) => (
            <li key={rede.id}>
              {rede.href === null ? rede.valor : <LinkExterno href={rede.href}>{rede.rotulo || rede.valor}</LinkExterno>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LinksDeAtendimento({ comPrivacidade }: { readonly comPrivacidade: boolean }): ReactElement {
  return (
    <ul className={estilos.lista}>
      <li>
        <a href={routePath('sic')}>SIC — Serviço de Informação ao Cidadão</a>
      </li>
      <li>
        <a href={routePath('ouvidoria')}>Ouvidoria</a>
      </li>
      <li>
        <a href={routePath('faleConosco')}>Fale conosco</a>
      </li>
      <li>
        <a href={routePath('faq')}>Perguntas frequentes</a>
      </li>
      {comPrivacidade ? (
        <li>
          <a href={routePath('pagina', { slug: 'privacidade' })}>Privacidade e encarregado de dados (LGPD)</a>
        </li>
      ) : null}
    </ul>
  );
}

function BotaoDoRadar({ url }: { readonly url: string | null }): ReactElement | null {
  if (url === null) return null;
  return (
    <a href={url} rel="noopener" className={estilos.radar}>
      <Icone nome="lucide:radar" />
      <span>
        Radar da Transparência Pública<span className="somente-leitor"> (abre outro site)</span>
      </span>
    </a>
  );
}

/** Groups side by side; entries without a group of their own form one more. */
function MenuDoRodape({ itens }: { readonly itens: readonly ItemDeMenu[] }): ReactElement | null {
  if (itens.length === 0) return null;
  const grupos = itens.filter(({ filhos }) => filhos.length > 0);
  const soltos = itens.filter(({ filhos }) => filhos.length === 0);
  return (
    <nav aria-label="Links do rodapé" className={estilos.grupos}>
      {grupos.map((grupo) => (
        <GrupoDeLinks key={grupo.id} titulo={grupo.rotulo} itens={grupo.filhos} />
      ))}
      {soltos.length === 0 ? null : <GrupoDeLinks titulo="Conheça" itens={soltos} />}
    </nav>
  );
}

function GrupoDeLinks({ titulo, itens }: { readonly titulo: string; readonly itens: readonly ItemDeMenu[] }): ReactElement {
  return (
    <div className={estilos.coluna}>
      <h2 className={estilos.titulo}>{titulo}</h2>
      <ul className={estilos.lista}>
        {itens.map((item) => (
          <li key={item.id}>{linkDoItem(item)}</li>
        ))}
      </ul>
    </div>
  );
}

function linkDoItem({ destino, externo, rotulo }: ItemDeMenu): ReactElement {
  if (destino === null) return <strong>{rotulo}</strong>;
  return externo ? <LinkExterno href={destino}>{rotulo}</LinkExterno> : <a href={destino}>{rotulo}</a>;
}

function Diretoria({ diretores }: { readonly diretores: readonly Diretor[] }): ReactElement | null {
  if (diretores.length === 0) return null;
  return (
    <Coluna titulo="Diretoria executiva">
      <ul className={estilos.lista}>
        {diretores.map(({ id, nome, cargo }) => (
          <li key={id} className={estilos.diretor}>
            <span>{nome}</span>
            <span className={estilos.cargo}>{cargo}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={routePath('diretoriaExecutiva')}>Conheça a diretoria</a>
      </p>
    </Coluna>
  );
}
