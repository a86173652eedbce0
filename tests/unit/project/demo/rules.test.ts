import { describe, expect, it } from 'vitest';
import { MEMBROS, membrosEm } from '../../../../server/project/demo/bodies.ts';
import { barras, dia, diaUtil, fimDoMes, horario, meses, porExtenso, somarDias } from '../../../../server/project/demo/dates.ts';
import { slugFor, uuidFor } from '../../../../server/project/demo/ids.ts';
import { cnpj, INSTITUTO } from '../../../../server/project/demo/institute.ts';
import { reunioesFuturas, reunioesRealizadas } from '../../../../server/project/demo/meetings.ts';
import { cpfMascarado } from '../../../../server/project/demo/people.ts';
import { at, randomFor } from '../../../../server/project/demo/random.ts';
import { html } from '../../../../server/project/demo/rich-text.ts';
import { alocacao, mesDaSerie } from '../../../../server/project/demo/series.ts';
import { pascoa } from '../../../../server/project/demo/site/settings.ts';
import { minuscula } from '../../../../server/project/demo/wording.ts';

const picture = (name: string): { src: string; alt: string } => ({ src: `/x/${name}`, alt: `"${name}"` });

describe('chance', () => {
  it('repeats itself for a key and differs between keys', () => {
    const sequence = (key: string): readonly number[] => Array.from({ length: 5 }, randomFor(key).next);
    expect(sequence('a')).toEqual(sequence('a'));
    expect(sequence('a')).not.toEqual(sequence('b'));
    expect(sequence('a').every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it('picks in a circle and refuses an empty list', () => {
    expect(at(['a', 'b'], -1)).toBe('b');
    expect(() => at([], 0)).toThrow(RangeError);
  });
});

describe('names and numbers', () => {
  it('makes uuids of version 8 that depend on the key alone', () => {
    expect(uuidFor('x')).toBe(uuidFor('x'));
    expect(uuidFor('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('makes slugs without accents', () => {
    expect(slugFor('Prova de vida: já começou!')).toBe('prova-de-vida-ja-comecou');
  });

  it('gives a CNPJ its check digits', () => {
    expect(cnpj('12345678')).toBe(INSTITUTO.cnpj);
    expect(cnpj('11222333')).toBe('11.222.333/0001-81');
  });

  it('only makes masked CPFs', () => {
    expect(cpfMascarado(randomFor('pessoa'))).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*{2}$/);
  });

  it('has a primary colour that is readable on white (WCAG 2.2 §1.4.3)', () => {
    const channel = (hex: string): number => {
      const value = Number.parseInt(hex, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    };
    const [r = '', g = '', b = ''] = INSTITUTO.corPrimaria.match(/[0-9a-f]{2}/g) ?? [];
    const luminance = 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
    expect(1.05 / (luminance + 0.05)).toBeGreaterThan(7);
  });
});

describe('days', () => {
  it('counts months and their ends', () => {
    expect([dia(2026, 13, 1), fimDoMes(2024, 2), somarDias('2025-12-31', 1)]).toEqual(['2027-01-01', '2024-02-29', '2026-01-01']);
    expect(meses([2025, 11], [2026, 2])).toEqual([
      { ano: 2025, mes: 11 },
      { ano: 2025, mes: 12 },
      { ano: 2026, mes: 1 },
      { ano: 2026, mes: 2 },
    ]);
  });

  it('moves a weekend to Monday and says days in words', () => {
    expect([diaUtil('2026-10-31'), diaUtil('2026-11-01'), diaUtil('2026-11-03')]).toEqual(['2026-11-02', '2026-11-02', '2026-11-03']);
    expect([porExtenso('2026-03-01'), barras('2026-03-01')]).toEqual(['1º de março de 2026', '01/03/2026']);
  });

  it('says hours and phrases as a text does', () => {
    expect([horario('09:00'), horario('14:30')]).toEqual(['9h', '14h30']);
    expect(minuscula('Minuta da Política')).toBe('minuta da Política');
  });

  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('finds Easter of %i', (ano, data) => {
    expect(pascoa(ano)).toBe(data);
  });
});

describe('texts', () => {
  it('become headings, paragraphs, lists, tables and figures', () => {
    expect(html('## Um\nDois **três**\n- a\n- b\n1. c', picture)).toBe(
      '<h2>Um</h2><p>Dois <strong>três</strong></p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol>',
    );
    expect(html('| A | B\n| 1 | 2', picture)).toBe(
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><th scope="row">1</th><td>2</td></tr></tbody></table>',
    );
    expect(html('! rio: Legenda', picture)).toBe(
      '<figure><img src="/x/rio" alt="&quot;rio&quot;" width="1600" height="900"><figcaption>Legenda</figcaption></figure>',
    );
  });

  it('escape what is not notation', () => {
    expect(html('a < b & [x](/y)', picture)).toBe('<p>a &lt; b &amp; <a href="/y">x</a></p>');
  });
});

describe('the invented institute', () => {
  it('divides the whole portfolio every month, and it grows over the years', () => {
    for (const [ano, mes] of [
      [2019, 1],
      [2022, 6],
      [2026, 9],
    ] as const) {
      expect(alocacao(ano, mes).reduce((soma, { parte }) => soma + parte, 0)).toBeCloseTo(1, 10);
    }
    expect(mesDaSerie(2026, 9).patrimonio).toBeGreaterThan(mesDaSerie(2019, 1).patrimonio);
  });

  it('has someone to sign for every body on every day of the archive', () => {
    for (const orgao of ['diretoria_executiva', 'conselho_previdenciario', 'conselho_fiscal', 'comite_investimento'] as const) {
      for (const { ano, mes } of meses([2019, 1], [2026, 11])) {
        expect(membrosEm(orgao, dia(ano, mes, 15)).length).toBeGreaterThan(0);
      }
    }
    expect(new Set(MEMBROS.map(({ inicio }) => inicio)).size).toBe(3);
  });

  it('numbers the meetings of a body within the year and schedules only future ones', () => {
    const held = reunioesRealizadas().map(({ orgao, tipo, ano, numero }) => `${orgao}:${tipo}:${ano}:${numero}`);
    expect(new Set(held).size).toBe(held.length);
    const now = new Date('2027-02-10T12:00:00Z');
    const next = reunioesFuturas(now);
    expect(next.length).toBeGreaterThan(8);
    expect(next.every(({ data }) => data >= '2027-02-10')).toBe(true);
  });
});
