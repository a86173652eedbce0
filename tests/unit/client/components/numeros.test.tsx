import { expect, test } from 'vitest';
import { numerosDeAgora, QuadroDeNumeros } from '../../../../client/components/numeros/quadro-de-numeros/quadro-de-numeros.tsx';
import { htmlOf, textOf } from './render.ts';

function indicador(nome: string, ...valores: readonly number[]) {
  const numeros = valores.map((valor, index) => ({
    __typename: 'numero_documento' as const,
    id: index + 1,
    data_base: `${2026 - index}-10-01`,
    valor,
    documento: null,
  }));
  return { __typename: 'indicador' as const, codigo: nome, nome, grupo: 'Custo', significado: 'O que custa.', unidade: 'reais', numeros };
}

const boardOf = (...indicadores: readonly ReturnType<typeof indicador>[]): string =>
  textOf(htmlOf(<QuadroDeNumeros grupo="Custo" indicadores={indicadores} />)).replaceAll('\u00a0', ' ');

test('amounts below a million are said in reais, in the sentence, the chart and the table', () => {
  const custo = indicador('Custo por segurado', 1234.5, 1100);
  const text = boardOf(custo);
  expect(text).toContain('R$ 1.234,50');
  expect(text).toContain('Custo por segurado (R$)');
  expect(text).toContain('1.100,00');
  expect(text).toContain(', em reais.');
  expect(text).not.toContain('milhões');
  expect(numerosDeAgora([custo]).map((frase) => frase.replaceAll('\u00a0', ' '))).toEqual(['Custo por segurado: R$ 1.234,50']);
});

test('amounts that are compared are in millions where one of them reaches a million', () => {
  const text = boardOf(indicador('Receita', 42_100_000, 39_000_000), indicador('Multas', 900_000, 800_000));
  expect(text).toContain('R$ 42,10 milhões');
  expect(text).toContain('R$ 900.000,00');
  expect(text).toContain('Multas (R$ milhões)');
  expect(text).toContain('0,90');
  expect(text).toContain(', em milhões de reais.');
});
