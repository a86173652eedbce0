import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { diaRelativo } from '../../../../server/project/demo/loader/dates.ts';
import { readSeries } from '../../../../server/project/demo/loader/documents/families.ts';
import { ContentError, parseMarkdown, parseYaml, Reference } from '../../../../server/project/demo/loader/source.ts';
import { readTable } from '../../../../server/project/demo/loader/tables.ts';
import { expand, type Scope } from '../../../../server/project/demo/loader/template.ts';

const schema = z.strictObject({ titulo: z.string(), dias: z.array(z.number()) });
const parse = (text: string): unknown => parseYaml(text, { file: 'x.yaml', schema, firstLine: 1 });

describe('a content file', () => {
  it('names the file and the line of a value that the schema refuses', () => {
    expect(() => parse('titulo: a\ndias:\n  - 1\n  - dois\n')).toThrow(/^x\.yaml:4: dias\.1: /);
  });

  it('names the line of the owner of a missing field', () => {
    expect(() => parse('# comment\ntitulo: a\n')).toThrow(/^x\.yaml:2: dias: /);
  });

  it('names the line of a fault of the syntax', () => {
    expect(() => parse('titulo: a\ndias: [1\n')).toThrow(ContentError);
    expect(() => parse('titulo: a\ntitulo: b\n')).toThrow(/^x\.yaml:2: /);
  });

  it('refuses an unknown tag and keeps the known ones as references', () => {
    expect(() => parse('titulo: !nada a\ndias: []\n')).toThrow(/^x\.yaml:1: .*!nada/);
    expect(parseYaml('!pessoa helena', { file: 'x.yaml', schema: z.instanceof(Reference), firstLine: 1 })).toEqual(
      new Reference('pessoa', 'helena'),
    );
  });

  it('counts the lines of front matter in the whole file', () => {
    expect(parseMarkdown('---\ntitulo: a\ndias: [1]\n---\n\nTexto.\n', 'x.md', schema)).toEqual({
      fields: { titulo: 'a', dias: [1] },
      body: '\nTexto.\n',
    });
    expect(() => parseMarkdown('---\ntitulo: a\ndias: 1\n---\n', 'x.md', schema)).toThrow(/^x\.md:3: dias: /);
    expect(() => parseMarkdown('Texto.', 'x.md', schema)).toThrow(ContentError);
  });
});

describe('a table file', () => {
  const rowsOf = (nome: string, tabela: string): readonly unknown[] =>
    readTable(nome).find((candidate) => candidate.nome === tabela)?.linhas ?? [];

  it('numbers nested rows of the same table in depth and gives them the id above them', () => {
    const [inicio, instituto, historia] = rowsOf('menu_item', 'menu_item');
    expect(inicio).toMatchObject({ id: 1, ordem: 1, pai_id: null, area: 'principal', rotulo: 'Início' });
    expect(instituto).toMatchObject({ id: 2, ordem: 2, pai_id: null, destino: null });
    expect(historia).toMatchObject({ id: 3, ordem: 1, pai_id: 2, area: 'principal', destino: 'historia' });
  });

  it('puts nested rows of another table into that table', () => {
    expect(readTable('faq_categoria').map(({ nome }) => nome)).toEqual(['faq_categoria', 'pergunta_frequente']);
    expect(rowsOf('faq_categoria', 'pergunta_frequente')).toHaveLength(56);
    expect(rowsOf('faq_categoria', 'pergunta_frequente')[12]).toMatchObject({ id: 13, ordem: 1, categoria_id: 2, publicado: true });
  });

  it('gives a row the defaults of its group, which it may override', () => {
    const [helena] = rowsOf('membro_orgao', 'membro_orgao');
    expect(helena).toMatchObject({
      orgao_id: new Reference('orgao', 'diretoria_executiva'),
      mandato_inicio: '2025-01-02',
      publicado: true,
    });
    const semCertificacao = rowsOf('membro_orgao', 'membro_orgao')[9];
    expect(semCertificacao).toMatchObject({ pessoa_id: new Reference('pessoa', 'silvia'), certificacao: null });
  });
});

describe('a series', () => {
  it('reads one row a line, with numbers as numbers and an empty or missing cell as null', () => {
    const row = readSeries('carteira').get('2019-01');
    expect(row).toMatchObject({ mes: '2019-01', exterior: null, exterior_parte: null });
    expect(typeof row?.['titulos']).toBe('number');
    expect(readSeries('fornecimentos').get('curso')).toMatchObject({ tipo: 'inexigibilidade', cnpj: '70.707.070/0001-60' });
  });
});

describe('a relative day', () => {
  it('is counted from today, and a fixed day stays', () => {
    const days = ['hoje', 'hoje+20', 'hoje-3', '2026-01-02'].map((day) => diaRelativo(day, '2026-12-31'));
    expect(days).toEqual(['2026-12-31', '2027-01-20', '2026-12-28', '2026-01-02']);
  });
});

describe('a template', () => {
  const scope: Scope = {
    linha: 'a.yaml, linhas[0]',
    hoje: '2026-11-21',
    textos: { fase: { aberto: 'está aberto desde {dia|extenso}', outro: 'não se sabe' } },
    values: {
      dia: '2026-03-01',
      valor: 1234.5,
      situacao: 'aberto',
      nada: null,
      mes: { nome: 'março' },
      itens: ['a', 'b'],
      pares: [{ x: 1 }],
    },
  };

  it('puts columns, columns of other tables and formatted values into texts', () => {
    expect(expand('Em {mes.nome}, dia {dia|barras}: R$ {valor|reais}.', scope)).toBe('Em março, dia 01/03/2026: R$ 1.234,50.');
    expect(expand('{hoje+45} {hoje|ano_seguinte}', scope)).toBe('2027-01-05 2027');
  });

  it('lowers the first letter of a phrase alone', () => {
    expect(expand('{frase|minuscula}', { ...scope, values: { frase: 'Minuta da Política' } })).toBe('minuta da Política');
  });

  it('keeps the type of a value that is the whole text', () => {
    expect(expand({ a: '{valor}', b: '{itens}' }, scope)).toEqual({ a: 1234.5, b: ['a', 'b'] });
  });

  it('takes the text of a vocabulary and expands it', () => {
    expect(expand('{situacao|fase}', scope)).toBe('está aberto desde 1º de março de 2026');
    expect(expand('{mes.nome|fase}', scope)).toBe('não se sabe');
  });

  it('takes one text of a list, always the same for a row and not the same for all', () => {
    const of = (linha: string): unknown =>
      expand('{situacao|fase}', { ...scope, linha, textos: { fase: { aberto: ['a {dia|ano}', 'b', 'c'] } } });
    const taken = Array.from({ length: 30 }, (_, row) => of(`a.yaml, linhas[${row}]`));
    expect(new Set(taken)).toEqual(new Set(['a 2026', 'b', 'c']));
    expect(Array.from({ length: 30 }, (_, row) => of(`a.yaml, linhas[${row}]`))).toEqual(taken);
  });

  it('leaves out what is null and what `se` does not find', () => {
    expect(
      expand(
        {
          a: '{nada}',
          b: [
            { se: 'nada', entao: 1 },
            { se: 'valor', entao: 2 },
          ],
        },
        scope,
      ),
    ).toEqual({ b: [2] });
  });

  it('repeats for each element of a list and spreads a list in a list', () => {
    expect(expand([{ cada: 'itens', fazer: '{posicao}. {item}' }, { cada: 'pares', fazer: '{x}' }, '{itens}'], scope)).toEqual([
      '1. a',
      '2. b',
      1,
      'a',
      'b',
    ]);
  });

  it.each([
    ['{outra}', 'nothing is called outra'],
    ['{mes.outra}', 'nothing is called mes.outra'],
    ['texto {nada}', '{nada} has no text for “texto {nada}”'],
    ['{valor|outro}', 'filters has no outro'],
    ['{situacao|reais}', 'numbers has no aberto'],
  ])('refuses %s', (template, message) => {
    expect(() => expand(template, scope)).toThrow(new RangeError(message));
  });
});
