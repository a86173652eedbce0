import { describe, expect, test } from 'vitest';
import { cep, documentNumber, email, longText, pastDay, personName, phone } from '../../../../shared/cases/fields.ts';
import { CASE_MESSAGES } from '../../../../shared/cases/messages.ts';

/** Returns the value of a field, or the sentence about what is wrong. */
function read(
  field: { safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: readonly { message: string }[] } } },
  text: string,
): unknown {
  const parsed = field.safeParse(text);
  return parsed.success ? parsed.data : parsed.error?.issues[0]?.message;
}

describe('CPF and CNPJ', () => {
  test.each([
    ['529.982.247-25', { tipo: 'CPF', numero: '52998224725' }],
    [' 52998224725 ', { tipo: 'CPF', numero: '52998224725' }],
    ['111.444.777-35', { tipo: 'CPF', numero: '11144477735' }],
    // A remainder below two gives the digit 0, first and second.
    ['000.000.118-00', { tipo: 'CPF', numero: '00000011800' }],
    ['000.000.174-00', { tipo: 'CPF', numero: '00000017400' }],
    ['11.444.777/0001-61', { tipo: 'CNPJ', numero: '11444777000161' }],
    ['11.222.333/0001-81', { tipo: 'CNPJ', numero: '11222333000181' }],
    ['12.ABC.345/01DE-35', { tipo: 'CNPJ', numero: '12ABC34501DE35' }],
    ['12abc34501de35', { tipo: 'CNPJ', numero: '12ABC34501DE35' }],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(documentNumber, text)).toEqual(value);
  });

  test.each(['529.982.247-26', '111.111.111-11', '000.000.000-00', '5299822472', 'abc', '529.982.247-2X'])(
    'refuses %j as a CPF',
    (text) => {
      expect(read(documentNumber, text)).toBe(CASE_MESSAGES.cpf);
    },
  );

  test.each(['11.222.333/0001-82', '12.ABC.345/01DE-36', '00.000.000/0000-00', '12.ABC.345/01DE-3A', '123456789012345'])(
    'refuses %j as a CNPJ',
    (text) => {
      expect(read(documentNumber, text)).toBe(CASE_MESSAGES.cnpj);
    },
  );
});

describe('telephone numbers', () => {
  test.each([
    ['(91) 91234-5678', '91912345678'],
    ['91 3212-3456', '9132123456'],
    ['+55 91 91234-5678', '91912345678'],
    ['5591912345678', '91912345678'],
    ['091 3212-3456', '9132123456'],
    ['+5511987654321', '11987654321'],
    ['55 3212-3456', '5532123456'],
    ['(55) 99123-4567', '55991234567'],
    ['11.98765.4321', '11987654321'],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(phone, text)).toBe(value);
  });

  test.each([
    ['an area code that does not exist', '(20) 91234-5678'],
    ['a mobile number without its nine', '(91) 81234-5678'],
    ['a fixed number that begins with six', '(91) 6212-3456'],
    ['too few digits', '91234-5678'],
    ['too many digits', '(91) 91234-56789'],
    ['another country', '+1 212 555 0100'],
    ['letters', '91 9123-ABCD'],
    ['a fixed number that begins with one', '(91) 1212-3456'],
    ['a plus sign alone', '+'],
    ['the code of the country alone', '+55 91'],
    ['two numbers', '91 3212-3456 / 91 91234-5678'],
  ])('refuses %s', (_, text) => {
    expect(read(phone, text)).toBe(CASE_MESSAGES.telefone);
  });
});

describe('names', () => {
  test.each([
    ["Ana  d'Ávila", "Ana d'Ávila"],
    ['João P. Souza-Lima', 'João P. Souza-Lima'],
    ['Lu', 'Lu'],
    ['Maria 2', 'Maria 2'],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(personName, text)).toBe(value);
  });

  test.each(['1234', 'A', '<b>Ana</b>', 'a'.repeat(121), 'A1'])('refuses %j', (text) => {
    expect(read(personName, text)).toBe(CASE_MESSAGES.nomeInvalido);
  });
});

describe('e-mail addresses', () => {
  test.each([
    ['Rita.Souza@Exemplo.ORG', 'Rita.Souza@exemplo.org'],
    ['r+ouvidoria@correio.exemplo.com.br', 'r+ouvidoria@correio.exemplo.com.br'],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(email, text)).toBe(value);
  });

  test.each([
    'rita',
    'rita@exemplo',
    'rita@@exemplo.org',
    'rita@exemplo.o',
    'ri ta@exemplo.org',
    `${'a'.repeat(250)}@exemplo.org`,
    // Of 251 signs, and of 431 in small letters.
    `${'a'.repeat(64)}@${`${'İ'.repeat(60)}.`.repeat(3)}com`,
    'a@b..org',
  ])('refuses %j', (text) => {
    expect(read(email, text)).toBe(CASE_MESSAGES.email);
  });
});

describe('the day of a fact', () => {
  const field = pastDay('2026-11-22');
  test.each([
    ['2026-11-22', '2026-11-22'],
    ['22/11/2026', '2026-11-22'],
    ['1/2/2026', '2026-02-01'],
    ['29/02/2024', '2024-02-29'],
    ['31.12.2025', '2025-12-31'],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(field, text)).toBe(value);
  });

  test.each([
    ['2026-11-23', CASE_MESSAGES.dataFutura],
    ['31/02/2026', CASE_MESSAGES.dataInvalida],
    ['29/02/2026', CASE_MESSAGES.dataInvalida],
    ['2026-13-01', CASE_MESSAGES.dataInvalida],
    ['22/11/26', CASE_MESSAGES.dataInvalida],
    ['31/12/1899', CASE_MESSAGES.dataInvalida],
    ['ontem', CASE_MESSAGES.dataInvalida],
    ['0001-01-01', CASE_MESSAGES.dataInvalida],
  ])('refuses %j', (text, message) => {
    expect(read(field, text)).toBe(message);
  });
});

describe('the CEP', () => {
  test.each([
    ['66000-000', '66000000'],
    ['66.000-000', '66000000'],
    [' 66000000 ', '66000000'],
    ['', null],
  ])('takes %j', (text, value) => {
    expect(read(cep, text)).toBe(value);
  });

  test.each(['6600-000', '660000000', 'abcdefgh'])('refuses %j', (text) => {
    expect(read(cep, text)).toBe(CASE_MESSAGES.cep);
  });
});

describe('the text', () => {
  const text = longText(20, 10_000, 'o seu pedido');
  test.each([
    ['19 characters', 'a'.repeat(19), 'Escreva pelo menos 20 caracteres para que possamos entender o seu pedido.'],
    ['20 characters', 'a'.repeat(20), 'a'.repeat(20)],
    ['19 characters between spaces', `  ${'a'.repeat(19)}  `, 'Escreva pelo menos 20 caracteres para que possamos entender o seu pedido.'],
    ['20 letters with their accents apart', 'e\u0301'.repeat(20), 'é'.repeat(20)],
    ['10.000 characters', 'a'.repeat(10_000), 'a'.repeat(10_000)],
    ['10.001 characters', 'a'.repeat(10_001), 'Escreva no máximo 10.000 caracteres.'],
  ])('a text of %s is read or refused', (_, typed, value) => {
    expect(read(text, typed)).toBe(value);
  });
});
