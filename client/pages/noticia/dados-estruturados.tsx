import type { ReactElement } from 'react';
import { inlineJson } from '../../../shared/html/escape.ts';
import { useSettings, useSiteState } from '../../site-state/contexts.ts';

interface Props {
  readonly titulo: string;
  readonly resumo: string | null;
  readonly imagem: string | null;
  readonly publicadoEm: string | null;
  readonly atualizadoEm: string;
  readonly caminho: string;
}

/** schema.org NewsArticle for search engines: a data block, which no browser executes. */
export function DadosEstruturados({ titulo, resumo, imagem, publicadoEm, atualizadoEm, caminho }: Props): ReactElement {
  const { siteUrl } = useSettings();
  const [site] = useSiteState().siteConfig;
  const article = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: titulo,
    inLanguage: 'pt-BR',
    mainEntityOfPage: `${siteUrl}${caminho}`,
    dateModified: atualizadoEm,
    ...(publicadoEm === null ? {} : { datePublished: publicadoEm }),
    ...(resumo === null ? {} : { description: resumo }),
    ...(imagem === null ? {} : { image: [`${siteUrl}${imagem}`] }),
    ...(site === undefined ? {} : { publisher: { '@type': 'GovernmentOrganization', name: site.nome, url: siteUrl } }),
  };
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(JSON.stringify(article)) }} />;
}
