import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { difference, differingColumns, nameAmong, readable, referencesOf } from '../../../../../client/admin/editing/difference.ts';
import type { Field } from '../../../../../client/admin/resources/content-type.ts';

/** What tells one field from another but its names. */
type Kind = Field extends infer Each ? (Each extends Field ? Omit<Each, 'name' | 'label'> : never) : never;

describe('difference', () => {
  it('leads from the one text to the other, whatever they are', () => {
    const words = fc
      .array(fc.constantFrom('prazo', 'novo', ' ', '\n', 'é', '.', 'até', '😀'), { maxLength: 30 })
      .map((list) => list.join(''));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = difference(before, after);
        expect(
          parts
            .filter(({ kind }) => kind !== 'added')
            .map(({ text }) => text)
            .join(''),
        ).toBe(before);
        expect(
          parts
            .filter(({ kind }) => kind !== 'removed')
            .map(({ text }) => text)
            .join(''),
        ).toBe(after);
      }),
    );
  });

  it('names the words that changed', () => {
    expect(difference('Até sexta-feira', 'Até segunda-feira')).toEqual([
      { kind: 'same', text: 'Até ' },
      { kind: 'removed', text: 'sexta' },
      { kind: 'added', text: 'segunda' },
      { kind: 'same', text: '-feira' },
    ]);
  });

  it('shows texts of the largest size whole', () => {
    expect(difference('a '.repeat(120_000), 'b')).toHaveLength(2);
  });
});

describe('readable', () => {
  const words = { timeZone: 'America/Sao_Paulo', nameOf: (table: string, key: string | number) => `${table} ${key}` };
  const choices = [
    { id: 'alta', name: 'Alta' },
    { id: 2, name: 'Segunda' },
  ];

  const FILE = { arquivo_id: '5f', papel: 'principal', rotulo: 'Ata' };
  const FILES: Kind = {
    kind: 'rows',
    rows: {
      table: 'documento_arquivo',
      relationship: 'arquivos',
      parentColumn: 'documento_id',
      parentRelationship: 'documento',
      ordered: true,
      fields: [
        { name: 'arquivo_id', label: 'Arquivo', kind: 'file' },
        { name: 'papel', label: 'Papel', kind: 'vocabulary', table: 'papel_arquivo' },
        { name: 'rotulo', label: 'Rótulo', kind: 'text' },
      ],
    },
  };

  it('names every row that a value refers to, within a list too', () => {
    expect(referencesOf([FILE, { ...FILE, arquivo_id: '6a', papel: null }], { name: 'arquivos', label: 'Arquivos', ...FILES })).toEqual([
      ['arquivo', '5f'],
      ['papel_arquivo', 'principal'],
      ['arquivo', '6a'],
    ]);
    expect(referencesOf(7, { name: 'orgao', label: 'Órgão', kind: 'reference', to: 'orgao_colegiado' })).toEqual([['orgao_colegiado', 7]]);
    expect(referencesOf('', { name: 'orgao', label: 'Órgão', kind: 'reference', to: 'orgao_colegiado' })).toEqual([]);
  });

  it.each<readonly [unknown, Kind, string]>([
    [null, { kind: 'text' }, ''],
    [true, { kind: 'boolean' }, 'Sim'],
    [12, { kind: 'integer' }, '12'],
    [1234.5, { kind: 'money' }, '1.234,50'],
    ['1234567890123456.78', { kind: 'money' }, '1.234.567.890.123.456,78'],
    [-1.455833, { kind: 'decimal', size: { precision: 9, scale: 6 } }, '-1,455833'],
    [['a', 'b'], { kind: 'texts' }, 'a, b'],
    [['alta', 'outra'], { kind: 'names', choices }, 'Alta, outra'],
    [
      [
        { titulo: 'Pedido', dias: 5 },
        { titulo: 'Análise', dias: null },
      ],
      {
        kind: 'objects',
        fields: [
          { name: 'titulo', label: 'Etapa', kind: 'text' },
          { name: 'dias', label: 'Dias', kind: 'integer' },
        ],
      },
      'Etapa: Pedido; Dias: 5\nEtapa: Análise',
    ],
    ['<b>', { kind: 'text' }, '<b>'],
    ['<h2>A</h2><p>b<br />c</p><ul><li>d</li></ul>', { kind: 'html' }, 'A\nb\nc\nd'],
    ['2026-01-02', { kind: 'date' }, '02/01/2026'],
    ['2026-01-02T02:30:00+00:00', { kind: 'date-time' }, '01/01/2026, 23:30'],
    ['alta', { kind: 'choice', choices }, 'Alta'],
    [2, { kind: 'choice', choices }, 'Segunda'],
    ['outra', { kind: 'choice', choices }, 'outra'],
    [7, { kind: 'reference', to: 'orgao_colegiado' }, 'orgao_colegiado 7'],
    ['lei', { kind: 'vocabulary', table: 'tipo_documento' }, 'tipo_documento lei'],
    ['5f', { kind: 'image' }, 'arquivo 5f'],
    [[FILE], FILES, 'Arquivo: arquivo 5f; Papel: papel_arquivo principal; Rótulo: Ata'],
  ])('writes %j of %j', (value, kind, text) => {
    expect(readable(value, { name: 'campo', label: 'Campo', ...kind }, words)).toBe(text);
  });
});

describe('differingColumns', () => {
  it('takes empty for empty and compares what both rows have', () => {
    const one = { titulo: 'A', resumo: null, tags: ['x'], id: 1 };
    expect(differingColumns(['titulo', 'resumo', 'tags', 'chapeu'], one, { titulo: 'B', resumo: '', tags: ['x'], chapeu: 'y' })).toEqual([
      'titulo',
    ]);
  });

  it('takes one instant for the same however it is written, and other texts for what they say', () => {
    const differs = (one: unknown, other: unknown): boolean => differingColumns(['em'], { em: one }, { em: other }).length > 0;
    expect(differs('2026-12-15T13:06:00.000Z', '2026-12-15T13:06:00+00:00')).toBe(false);
    expect(differs('2026-12-15T10:06:00-03:00', '2026-12-15T13:06:00+00:00')).toBe(false);
    expect(differs('2026-12-15T13:06:00.000Z', '2026-12-15T13:07:00+00:00')).toBe(true);
    expect(differs('1', '01')).toBe(true);
    expect(differs('2026-12-15', '2026-12-15T00:00:00Z')).toBe(true);
  });
});

it('a row that a version refers to has its name, or is told to be gone once it was looked for', () => {
  const rows = [{ id: 7, titulo: 'Lei 7' }];
  expect([nameAmong(rows, '7', 'titulo'), nameAmong(rows, 8, 'titulo'), nameAmong(undefined, 8, 'titulo')]).toEqual([
    'Lei 7',
    'excluído do site',
    '8',
  ]);
});
