/**
 * What search engines ask of the structured data of a page (JSON-LD in the words of schema.org), as JSON Schema: one shape for each type that the site
 * uses, with the properties that a result needs. A type without a shape is a fault, so none goes unlooked at.
 */
const text = { type: 'string', minLength: 1 };
const address = { type: 'string', format: 'uri' };
const moment = { type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }] };

function shape(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: 'object', required: ['@type', ...required], properties };
}

/** A node that is told elsewhere on the page, or an organization by its name. */
const publisher = {
  anyOf: [{ type: 'object', required: ['@id'], properties: { '@id': address } }, shape(['name'], { name: text })],
};

function listOf(items: object): object {
  return { type: 'array', minItems: 1, items };
}

/** Google reads no set of data with a shorter description. */
const dataset = shape(['name', 'description', 'license', 'distribution'], {
  name: text,
  description: { type: 'string', minLength: 50, maxLength: 5_000 },
  url: address,
  license: address,
  creator: publisher,
  distribution: listOf(shape(['contentUrl', 'encodingFormat'], { contentUrl: address, encodingFormat: text })),
});

export const SHAPES: Readonly<Record<string, object>> = {
  GovernmentOrganization: shape(['@id', 'name', 'url'], {
    '@id': address,
    name: text,
    url: address,
    logo: address,
    telephone: listOf(text),
  }),
  WebSite: shape(['url', 'name', 'potentialAction'], {
    url: address,
    name: text,
    potentialAction: shape(['target', 'query-input'], { target: shape(['urlTemplate'], { urlTemplate: text }), 'query-input': text }),
  }),
  BreadcrumbList: shape(['itemListElement'], {
    itemListElement: listOf(shape(['position', 'name', 'item'], { position: { type: 'integer', minimum: 1 }, name: text, item: address })),
  }),
  NewsArticle: shape(['headline', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'], {
    headline: text,
    datePublished: moment,
    dateModified: moment,
    image: address,
    author: publisher,
    publisher,
    mainEntityOfPage: address,
  }),
  FAQPage: shape(['mainEntity'], {
    mainEntity: listOf(shape(['name', 'acceptedAnswer'], { name: text, acceptedAnswer: shape(['text'], { text }) })),
  }),
  Dataset: dataset,
  DataCatalog: shape(['name', 'dataset'], { name: text, dataset: listOf(dataset) }),
  GovernmentService: shape(['name', 'provider'], { name: text, provider: publisher }),
};
