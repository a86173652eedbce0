/** What each kind of page is about, in the words of schema.org. A page that is none of these says who publishes it and where it stands. */
import { fileUrl } from '../files/file-url.ts';
import type { OperationResults } from '../graphql/generated/operations.ts';
import { plainText } from '../html/headings.ts';
import { lastChange } from '../open-data/dataset.ts';
import { DATABASE_ADDRESS, DATASETS, datasetAddress, LICENCE } from '../open-data/datasets.ts';
import { exportUrl, routePath } from '../routes/url.ts';
import { type DescribedPage, type Node, publisherId } from './described-page.ts';

type Describe = (page: DescribedPage) => readonly Node[];

const SUBJECTS: Readonly<Record<string, Describe>> = {
  inicio: website,
  noticia: newsArticle,
  faq: faqPage,
  documentos: datasetOfList,
  dadosAbertos: dataCatalog,
  servico: governmentService,
};

/** Returns the nodes of the page's subject. */
export function subjectOf(page: DescribedPage): readonly Node[] {
  return SUBJECTS[page.routeId]?.(page) ?? [];
}

function website({ site, siteName }: DescribedPage): readonly Node[] {
  return [
    {
      '@type': 'WebSite',
      url: `${site}/`,
      name: siteName,
      inLanguage: 'pt-BR',
      publisher: { '@id': publisherId(site) },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${site}${routePath('busca')}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

function newsArticle({ main, address, site }: DescribedPage): readonly Node[] {
  const row = (main as OperationResults['Noticia'] | null)?.noticia_by_pk ?? null;
  if (row === null) return [];
  return [
    {
      '@type': 'NewsArticle',
      mainEntityOfPage: address,
      headline: row.titulo,
      inLanguage: 'pt-BR',
      ...(row.resumo === null ? {} : { description: row.resumo }),
      ...(row.publicado_em === null ? {} : { datePublished: row.publicado_em }),
      dateModified: lastChange(row.publicado_em, row.atualizado_em),
      ...(row.imagem === null ? {} : { image: site + fileUrl(row.imagem.id) }),
      author: row.autor === null ? { '@id': publisherId(site) } : { '@type': 'Organization', name: row.autor },
      publisher: { '@id': publisherId(site) },
      ...(row.categoria_noticia === null ? {} : { articleSection: row.categoria_noticia.nome }),
      ...(row.tags.length === 0 ? {} : { keywords: row.tags }),
      isAccessibleForFree: true,
    },
  ];
}

function faqPage({ main, address }: DescribedPage): readonly Node[] {
  const groups = (main as OperationResults['Faq'] | null)?.faq_categoria ?? [];
  const questions = groups.flatMap(({ perguntas }) => perguntas);
  if (questions.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      url: address,
      inLanguage: 'pt-BR',
      mainEntity: questions.map(({ pergunta, resposta_html }) => ({
        '@type': 'Question',
        name: pergunta,
        acceptedAnswer: { '@type': 'Answer', text: plainText(resposta_html) },
      })),
    },
  ];
}

function datasetOfList({ address, head, site }: DescribedPage): readonly Node[] {
  const path = address.slice(site.length);
  return [
    {
      '@type': 'Dataset',
      name: head.title,
      description: head.description ?? head.title,
      url: address,
      inLanguage: 'pt-BR',
      license: LICENCE.address,
      creator: { '@id': publisherId(site) },
      isAccessibleForFree: true,
      includedInDataCatalog: { '@type': 'DataCatalog', url: site + routePath('dadosAbertos') },
      distribution: [
        download('text/csv', site + exportUrl(path, 'csv')),
        download('application/json', site + exportUrl(path, 'json')),
        download('application/atom+xml', site + exportUrl(path, 'atom')),
      ],
    },
  ];
}

const MEDIA_TYPES = { csv: 'text/csv', json: 'application/json', atom: 'application/atom+xml', ics: 'text/calendar' } as const;

function dataCatalog({ address, head, site }: DescribedPage): readonly Node[] {
  return [
    {
      '@type': 'DataCatalog',
      name: head.title,
      description: head.description ?? head.title,
      url: address,
      inLanguage: 'pt-BR',
      license: LICENCE.address,
      publisher: { '@id': publisherId(site) },
      dataset: DATASETS.map((dataset) => ({
        '@type': 'Dataset',
        name: dataset.title,
        description: dataset.description,
        url: `${address}#${dataset.key}`,
        license: LICENCE.address,
        creator: { '@id': publisherId(site) },
        isAccessibleForFree: true,
        distribution: [
          ...dataset.formats.map((format) => download(MEDIA_TYPES[format], site + datasetAddress(dataset, format))),
          download('application/vnd.sqlite3', site + DATABASE_ADDRESS),
        ],
      })),
    },
  ];
}

function governmentService({ main, address, site }: DescribedPage): readonly Node[] {
  const [row] = (main as OperationResults['Servico'] | null)?.servico ?? [];
  if (row === undefined) return [];
  return [
    {
      '@type': 'GovernmentService',
      name: row.nome,
      url: address,
      ...(row.resumo === null ? {} : { description: row.resumo }),
      ...(row.publico === null ? {} : { audience: { '@type': 'Audience', audienceType: row.publico } }),
      provider: { '@id': publisherId(site) },
      serviceOperator: row.unidade === null ? { '@id': publisherId(site) } : { '@type': 'GovernmentOrganization', name: row.unidade.nome },
      availableChannel: { '@type': 'ServiceChannel', serviceUrl: address, availableLanguage: 'pt-BR' },
      dateModified: row.atualizado_em,
    },
  ];
}

function download(encodingFormat: string, contentUrl: string): Node {
  return { '@type': 'DataDownload', encodingFormat, contentUrl };
}
