/** Service posts and departments as open data. */
import type { OperationResults } from '../graphql/generated/operations.ts';
import { routePath } from '../routes/url.ts';
import type { Dataset } from './dataset.ts';

export type UnitRow = OperationResults['Unidades']['unidade'][number];

const COORDENADA = 'Graus decimais, em WGS 84.';

export const UNIDADES: Dataset<UnitRow> = {
  key: 'unidades',
  title: 'Unidades',
  description: 'Os postos e setores do instituto, com endereço, contatos e posição no mapa.',
  columns: [
    { name: 'id', type: 'inteiro', meaning: 'Número permanente da unidade no site.', example: '3', value: ({ id }) => id },
    { name: 'nome', type: 'texto', meaning: 'Nome.', example: 'Posto Centro', value: ({ nome }) => nome },
    { name: 'sigla', type: 'texto', meaning: 'Sigla.', example: 'PC', value: ({ sigla }) => sigla },
    { name: 'endereco', type: 'texto', meaning: 'Rua ou avenida.', example: 'Rua das Flores', value: ({ endereco }) => endereco },
    { name: 'numero', type: 'texto', meaning: 'Número do endereço.', example: '120', value: ({ numero }) => numero },
    { name: 'bairro', type: 'texto', meaning: 'Bairro.', example: 'Centro', value: ({ bairro }) => bairro },
    { name: 'cep', type: 'texto', meaning: 'CEP.', example: '68999-000', value: ({ cep }) => cep },
    { name: 'cidade', type: 'texto', meaning: 'Município.', example: 'Vila Serena', value: ({ cidade }) => cidade },
    { name: 'uf', type: 'texto', meaning: 'Unidade da Federação.', example: 'PA', value: ({ uf }) => uf },
    { name: 'latitude', type: 'decimal', meaning: COORDENADA, example: '-1.4558', value: ({ latitude }) => textOf(latitude) },
    { name: 'longitude', type: 'decimal', meaning: COORDENADA, example: '-48.4902', value: ({ longitude }) => textOf(longitude) },
    {
      name: 'contatos',
      type: 'texto',
      meaning: 'Telefones e endereços eletrônicos, separados por ponto e vírgula.',
      example: '(91) 3000-0000; posto@exemplo.gov.br',
      value: ({ contatos }) => (contatos.length === 0 ? null : contatos.map(({ valor }) => valor).join('; ')),
    },
    {
      name: 'pagina',
      type: 'endereco',
      meaning: 'Endereço da página da unidade.',
      example: 'https://previdencia.exemplo.gov.br/institucional/unidade/3',
      value: ({ id }, site) => site + routePath('unidade', { id }),
    },
  ],
};

function textOf(value: number | string | null): string | null {
  return value === null ? null : String(value);
}
