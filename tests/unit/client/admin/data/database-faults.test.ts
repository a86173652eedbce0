import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../../../client/admin/data/database-faults.ts';
import { DOCUMENT } from '../../../../../client/admin/resources/document.ts';

const refused = (constraint: string) => ({
  message: `Check constraint violation. new row for relation "documento" violates check constraint "${constraint}"`,
  extensions: { code: 'permission-error' },
});
const fieldsOf = (constraint: string, table: string, values: object): unknown =>
  (faultOf(refused(constraint), table, { fields: DOCUMENT.fields, values: { ...values } }).body as { readonly errors?: object }).errors;

describe('a whole CPF in one of the texts of a row', () => {
  const MESSAGE = 'Há um CPF completo neste texto. Mostre só parte dele, como ***.456.789-**.';

  it('is told at the text that has it', () => {
    const values = { titulo: 'Portaria 7', numero: null, ementa: 'Concede pensão a 529.982.247-25.' };
    expect(fieldsOf('documento_sem_cpf', 'documento', values)).toEqual({ ementa: MESSAGE });
  });

  it('is told at the entry of a list that has it', () => {
    const pagamentos = [{ empenho: '12' }, { empenho: '13', referente_a: 'Diária de 529.982.247-25' }];
    expect(fieldsOf('pagamento_sem_cpf', 'documento', { titulo: 'Contrato 7', pagamentos })).toEqual({
      'pagamentos.1.referente_a': MESSAGE,
    });
  });

  it('is told of the whole form where no text of it has it', () => {
    expect(fieldsOf('documento_sem_cpf', 'documento', { titulo: 'Portaria 7' })).toBeUndefined();
    expect(faultOf(refused('documento_sem_cpf'), 'documento').message).toBe(MESSAGE);
  });
});

it('a constraint of one column is told at its field, and one of the row with the field that it is about', () => {
  expect(fieldsOf('documento_valor_check', 'documento', {})).toEqual({ valor: 'Este valor não é aceito aqui.' });
  expect(fieldsOf('documento_vigencia', 'documento', {})).toEqual({ vigencia_fim: 'O fim da vigência não pode vir antes do começo.' });
});

it('a file of a list that was deleted since is told as that', () => {
  const message =
    'Foreign key violation. insert or update on table "documento_arquivo" violates foreign key constraint "documento_arquivo_arquivo_id_fkey"';
  const error = faultOf({ message, extensions: { code: 'constraint-violation' } }, 'documento', { fields: DOCUMENT.fields, values: {} });
  expect([error.message, error.body]).toEqual(['Um arquivo da lista foi excluído do site. Tire-o da lista, ou envie-o de novo.', {}]);
});

it('a constraint that is about no field of the form is told of the whole', () => {
  expect(fieldsOf('contrato_fiscal_check', 'documento', {})).toBeUndefined();
  expect(fieldsOf('documento_relacao_pkey', 'documento', {})).toBeUndefined();
  expect(faultOf(refused('contrato_fiscal_check'), 'contrato_fiscal').body).toEqual({
    errors: { fim: 'O fim da fiscalização de um contrato não pode vir antes do começo.' },
  });
  const taken = { message: 'Uniqueness violation. duplicate key value violates unique constraint "documento_a_id_b_id_key"' };
  const error = faultOf({ ...taken, extensions: { code: 'constraint-violation' } }, 'documento', { fields: DOCUMENT.fields, values: {} });
  expect([error.message, error.body]).toEqual(['Já existe outro registro com este valor.', {}]);
});

describe('a rule about an entry of a list', () => {
  const OF_ENTRIES: readonly (readonly [string, object, string])[] = [
    [
      'contrato_fiscal_check',
      {
        fiscais: [
          { inicio: '2026-01-01', fim: null },
          { inicio: '2026-02-01', fim: '2026-01-01' },
        ],
      },
      'fiscais.1.fim',
    ],
    ['pagamento_valor_check', { pagamentos: [{ valor: '0.01' }, { valor: '0.00' }] }, 'pagamentos.1.valor'],
    [
      'pagamento_valor_exato',
      { valor: 1, pagamentos: [{ valor: '12345678901234.50' }, { valor: '12345678901234.56' }] },
      'pagamentos.1.valor',
    ],
    [
      'numero_documento_unico',
      {
        numeros: [
          { indicador_codigo: 'a', data_base: '2025-12-31' },
          { indicador_codigo: 'a', data_base: '2026-12-31' },
          { indicador_codigo: 'a', data_base: '2025-12-31' },
        ],
      },
      'numeros.2.indicador_codigo',
    ],
    ['documento_relacao_check', { id: 7, relacoes: [{ para_id: 8 }, { para_id: 7 }] }, 'relacoes.1.para_id'],
    ['documento_arquivo_pkey', { arquivos: [{ arquivo_id: 'a' }, { arquivo_id: 'b' }, { arquivo_id: 'a' }] }, 'arquivos.2.arquivo_id'],
    ['documento_arquivo_arquivo_id_fkey', { arquivos: [{ arquivo_id: 'a' }] }, 'arquivos.0.arquivo_id'],
  ];

  it.each(OF_ENTRIES)('%s is told at the entry that it refuses', (constraint, values, place) => {
    expect(Object.keys(fieldsOf(constraint, 'documento', values) as object)).toEqual([place]);
  });

  it('is told of the whole form where nothing says which entry it refuses', () => {
    const values = { pagamentos: [{ valor: '1.00' }, { valor: '2.00' }] };
    expect(fieldsOf('pagamento_valor_check', 'documento', values)).toBeUndefined();
  });

  it('of the site is told at the entry whose day its sentence names', () => {
    const sentence = 'O pagamento de 31/12/2030 ainda não foi feito: confira a data.';
    const fault = { message: `Regra do site (pago_em): ${sentence}`, extensions: { code: 'permission-error' } };
    const values = { pagamentos: [{ pago_em: '2026-01-02' }, { pago_em: '2030-12-31' }] };
    const { body } = faultOf(fault, 'documento', { fields: DOCUMENT.fields, values });
    expect(body).toEqual({ errors: { 'pagamentos.1.pago_em': sentence } });
  });
});
