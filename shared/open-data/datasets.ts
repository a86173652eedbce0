/** The sets of open data, each with its stable address: what the dictionary, the schemas and the package are made from. */
import { DATA_PATH, dataAddress } from '../routes/data-address.ts';
import type { ExportFormat } from '../routes/types.ts';
import { CALENDARIO } from './calendario.ts';
import { COMUNICADOS } from './comunicados.ts';
import { withComma } from './csv.ts';
import type { Cell, ColumnType } from './dataset.ts';
import { DECLARACOES } from './declaracoes.ts';
import { DOCUMENTOS } from './documentos.ts';
import { ESTATISTICAS } from './estatisticas.ts';
import { MEMBROS } from './membros.ts';
import { NOTICIAS } from './noticias.ts';
import { NUMEROS } from './numeros.ts';
import { PAGAMENTOS } from './pagamentos.ts';
import { REUNIOES } from './reunioes.ts';
import { SITUACAO } from './situacao.ts';
import { UNIDADES } from './unidades.ts';

/** What people and programs read a set in. */
export type DataFormat = Exclude<ExportFormat, 'sitemap.xml' | 'zip'>;

/** A column without its rows. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly meaning: string;
  readonly example: string;
}

export interface DescribedDataset {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly columns: readonly DescribedColumn[];
  readonly formats: readonly DataFormat[];
}

export const DATASETS: readonly DescribedDataset[] = [
  { ...DOCUMENTOS, formats: ['csv', 'json'] },
  { ...DECLARACOES, formats: ['csv', 'json', 'atom'] },
  { ...NOTICIAS, formats: ['csv', 'json', 'atom'] },
  { ...COMUNICADOS, formats: ['csv', 'json', 'atom'] },
  { ...UNIDADES, formats: ['csv', 'json'] },
  { ...REUNIOES, formats: ['csv', 'json', 'ics'] },
  { ...MEMBROS, formats: ['csv', 'json'] },
  { ...PAGAMENTOS, formats: ['csv', 'json'] },
  { ...NUMEROS, formats: ['csv', 'json'] },
  { ...CALENDARIO, formats: ['csv', 'json', 'ics'] },
  { ...SITUACAO, formats: ['csv', 'json'] },
];

/** The reports, which have one file for each channel. */
export const REPORTS: readonly DescribedDataset[] = [
  { ...ESTATISTICAS, key: `${ESTATISTICAS.key}/ouvidoria`, title: 'Estatísticas da Ouvidoria', formats: ['csv', 'json'] },
  { ...ESTATISTICAS, key: `${ESTATISTICAS.key}/sic`, title: 'Estatísticas do SIC', formats: ['csv', 'json'] },
];

/** Returns the stable address of a set in a format. */
export function datasetAddress({ key }: Pick<DescribedDataset, 'key'>, format: DataFormat): string {
  return dataAddress(key, format);
}

/** Returns the address of the JSON Schema of a set's JSON file. */
export function schemaAddress({ key }: Pick<DescribedDataset, 'key'>): string {
  return `${DATA_PATH}/esquemas/${key}.json`;
}

export const PACKAGE_ADDRESS = `${DATA_PATH}/datapackage.json`;

/** All sets as one SQLite file, made once a day. */
export const DATABASE_ADDRESS = `${DATA_PATH}/dados-abertos.sqlite`;

/** The terms of use: attribution, and nothing else (Decreto 8.777/2016 art. 4). */
export const LICENCE = {
  name: 'CC-BY-4.0',
  title: 'Creative Commons Atribuição 4.0 Internacional',
  address: 'https://creativecommons.org/licenses/by/4.0/deed.pt-br',
} as const;

/** What a cell of each type is in JSON Schema (draft 2020-12), and as a field of a table (Frictionless Table Schema). */
const TYPES: Readonly<Record<ColumnType, { readonly json: Readonly<Record<string, Cell>>; readonly field: string }>> = {
  texto: { json: { type: 'string' }, field: 'string' },
  inteiro: { json: { type: 'integer' }, field: 'integer' },
  decimal: { json: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }, field: 'number' },
  data: { json: { type: 'string', format: 'date' }, field: 'date' },
  momento: { json: { type: 'string', format: 'date-time' }, field: 'datetime' },
  endereco: { json: { type: 'string', format: 'uri' }, field: 'string' },
};

/** Returns the example of a column as it stands in CSV, where decimals have a comma. */
export function exampleInCsv({ type, example }: Pick<DescribedColumn, 'type' | 'example'>): string {
  return type === 'decimal' ? withComma(example) : example;
}

/** The schema of records with these columns. Any cell but the first column may be empty. */
function recordsSchema(columns: readonly DescribedColumn[]): object {
  const properties = Object.fromEntries(
    columns.map(({ name, type, meaning, example }, index) => {
      const { json } = TYPES[type];
      return [name, { ...json, type: index === 0 ? json['type'] : [json['type'], 'null'], description: meaning, examples: [example] }];
    }),
  );
  return { type: 'array', items: { type: 'object', required: columns.map(({ name }) => name), additionalProperties: false, properties } };
}

/** Returns the schema of a set's JSON file. The file of one list of documents has its declarations as well. */
export function jsonSchema({ key, title, description, columns }: DescribedDataset, site: string): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: site + schemaAddress({ key }),
    title,
    description,
    type: 'object',
    required: ['conjunto', 'registros'],
    properties: {
      conjunto: { const: key },
      titulo: { type: 'string' },
      publicador: { type: 'string' },
      demonstracao: { type: 'boolean', description: 'Os dados são fictícios, de uma demonstração do site.' },
      pagina: { type: 'string', format: 'uri' },
      licenca: { const: LICENCE.address },
      ...(key === DOCUMENTOS.key ? { [DECLARACOES.key]: recordsSchema(DECLARACOES.columns) } : {}),
      registros: recordsSchema(columns),
      completo: {
        type: 'boolean',
        description:
          'Falso onde mais de 1.000 registros têm as palavras procuradas: o arquivo traz os mais novos. Escolha um ano para ter os outros.',
      },
    },
  };
}

/** Returns the description of all sets for programs (Frictionless Data Package 1.0). */
export function dataPackage(site: string, publisher: string): object {
  return {
    profile: 'data-package',
    name: 'dados-abertos',
    title: `Dados abertos: ${publisher}`,
    homepage: site,
    licenses: [{ name: LICENCE.name, title: LICENCE.title, path: LICENCE.address }],
    contributors: [{ title: publisher, role: 'publisher' }],
    resources: [
      // The first column of a set names its row. A row of a report has no name.
      ...DATASETS.map((dataset) => tableResource(dataset, site, dataset.columns[0]?.name)),
      ...REPORTS.map((dataset) => tableResource(dataset, site)),
      databaseResource(site),
    ],
  };
}

/** All sets as one file: no table of its own. */
function databaseResource(site: string): object {
  return {
    name: 'dados-abertos',
    title: 'Todos os conjuntos',
    description: 'Um banco de dados com uma tabela para cada conjunto, refeito uma vez por dia.',
    path: site + DATABASE_ADDRESS,
    format: 'sqlite',
    mediatype: 'application/vnd.sqlite3',
  };
}

function tableResource(dataset: DescribedDataset, site: string, primaryKey?: string): object {
  return {
    profile: 'tabular-data-resource',
    name: dataset.key.replace('/', '-'),
    title: dataset.title,
    description: dataset.description,
    path: site + datasetAddress(dataset, 'csv'),
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ';', lineTerminator: '\r\n', doubleQuote: true, header: true },
    schema: {
      fields: dataset.columns.map(({ name, type, meaning, example }) => ({
        name,
        type: TYPES[type].field,
        ...(type === 'decimal' && { decimalChar: ',' }),
        description: meaning,
        example: exampleInCsv({ type, example }),
      })),
      missingValues: [''],
      ...(primaryKey !== undefined && { primaryKey }),
    },
  };
}
