/** Schemas of the JSON files that are no set of rows: the reports of the service channels, and the results of a search. */
import { DATA_PATH } from '../routes/data-address.ts';
import type { ColumnType } from './dataset.ts';
import { ESTATISTICAS } from './estatisticas.ts';

export interface OtherSchema {
  /** Its name in the address of the schema. */
  readonly key: 'busca' | 'estatisticas';
  readonly title: string;
  /** What the file holds besides its rows. */
  readonly properties: Readonly<Record<string, object>>;
  /** Property and columns of the rows. */
  readonly rows: readonly [name: string, columns: Readonly<Record<string, object>>];
}

function one(type: string, description: string): object {
  return { type, description };
}

function orNull(type: string, description: string, more: object = {}): object {
  return { type: [type, 'null'], description, ...more };
}

/** Columns that each line of the CSV has and the JSON says once, or not. */
const OF_THE_FILE: ReadonlySet<string> = new Set(['canal', 'rotulo', 'demonstracao']);

const JSON_TYPES: Readonly<Record<ColumnType, string>> = {
  texto: 'string',
  inteiro: 'integer',
  decimal: 'number',
  data: 'string',
  momento: 'string',
  endereco: 'string',
};

export const OTHER_SCHEMAS: readonly OtherSchema[] = [
  {
    key: 'estatisticas',
    title: 'Relatório estatístico de um canal de atendimento',
    properties: {
      canal: { enum: ['ouvidoria', 'sic'], description: 'Canal de que o relatório trata.' },
      dados_ate: orNull('string', 'Último dia contado.', { format: 'date' }),
      demonstracao: one('boolean', 'Os números são de demonstração.'),
    },
    rows: [
      'linhas',
      Object.fromEntries(
        ESTATISTICAS.columns
          .filter(({ name }) => !OF_THE_FILE.has(name))
          .map(({ name, type, meaning }) => [name, orNull(JSON_TYPES[type], meaning)]),
      ),
    ],
  },
  {
    key: 'busca',
    title: 'Resultados de uma busca',
    properties: {
      total: one('integer', 'Quantos resultados há; 1001 onde são mais de mil.'),
      corrigida: orNull('string', 'A busca com as palavras corrigidas, quando nada tinha as escritas.'),
    },
    rows: [
      'resultados',
      {
        titulo: one('string', 'Título.'),
        endereco: one('string', 'Endereço da página no site.'),
        tipo: one('string', 'O que o resultado é.'),
        trecho: orNull('string', 'Parte do texto com as palavras da busca.'),
        pagina: orNull('integer', 'Página do arquivo em que o trecho está.'),
        data: orNull('string', 'Data do resultado.', { format: 'date' }),
        em_vigor: one('boolean', 'O resultado ainda vale.'),
      },
    ],
  },
];

export function otherSchemaAddress(key: OtherSchema['key']): string {
  return `${DATA_PATH}/esquemas/${key}.json`;
}

/** Returns the JSON Schema of such a file. */
export function otherSchema({ key, title, properties, rows: [name, columns] }: OtherSchema, site: string): object {
  const items = { type: 'object', required: Object.keys(columns), additionalProperties: false, properties: columns };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: site + otherSchemaAddress(key),
    title,
    type: 'object',
    required: [...Object.keys(properties), name],
    additionalProperties: false,
    properties: { ...properties, [name]: { type: 'array', items } },
  };
}
