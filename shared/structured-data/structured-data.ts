/**
 * What a page says to programs that read the web (JSON-LD 1.1, in the words of schema.org): who publishes, where the page stands, and what it is
 * about. It is made from what the page has already, by the server alone: no browser needs it.
 */
import { inlineJson } from '../html/escape.ts';
import { withoutCpfs } from '../open-data/dataset.ts';
import { routePath } from '../routes/url.ts';
import type { Caminho } from '../site-state/site-state.ts';
import { type DescribedPage, type Node, publisherId } from './described-page.ts';
import { subjectOf } from './subjects.ts';

/** Returns the text for `<script type="application/ld+json">`, safe inside that element, with every CPF masked. */
export function structuredData(page: DescribedPage): string {
  const graph = [organization(page), ...breadcrumb(page), ...subjectOf(page)];
  return inlineJson(withoutCpfs(JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })));
}

function organization({ state, site, siteName, routeId }: DescribedPage): Node {
  const [about] = state.siteConfig;
  const node = { '@type': 'GovernmentOrganization', '@id': publisherId(site), name: siteName, url: `${site}/` };
  // The home page says all of it; the others name it.
  if (routeId !== 'inicio' || about === undefined) return node;
  const phones = state.contato.filter(({ tipo }) => tipo === 'telefone').map(({ valor }) => valor);
  const mails = state.contato.filter(({ tipo }) => tipo === 'email').map(({ valor }) => valor);
  return {
    ...node,
    alternateName: about.sigla,
    ...(about.descricao === null ? {} : { description: about.descricao }),
    ...(about.logo === null ? {} : { logo: site + about.logo }),
    ...(about.cnpj === null ? {} : { taxID: about.cnpj }),
    areaServed: { '@type': 'AdministrativeArea', name: `${about.ente}, ${about.uf}` },
    ...(phones.length === 0 ? {} : { telephone: phones }),
    ...(mails.length === 0 ? {} : { email: mails }),
    contactPoint: { '@type': 'ContactPoint', contactType: 'Ouvidoria', url: site + routePath('ouvidoria'), availableLanguage: 'pt-BR' },
  };
}

function breadcrumb({ state, site, address }: DescribedPage): readonly Node[] {
  const steps: readonly Caminho[] = [...state.caminhos, ...state.caminhosLai];
  if (steps.length < 2) return [];
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(({ rotulo, to }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: rotulo,
        item: to === null ? address : site + to,
      })),
    },
  ];
}
