/**
 * The invented institute. No municipality called Vila Serena exists in Brazil; telephone numbers use blocks of zeros, addresses of
 * e-mail and of sites end in `.example` (RFC 2606), and the CNPJ is the digit sequence 12345678 with its check digits.
 */
export const INSTITUTO = {
  nome: 'Instituto de Previdência dos Servidores de Vila Serena',
  sigla: 'PREVSERENA',
  municipio: 'Vila Serena',
  ente: 'Município de Vila Serena',
  uf: 'PA',
  estado: 'Pará',
  cnpj: '12.345.678/0001-95',
  telefone: '(91) 3000-0000',
  site: 'https://www.prevserena.example',
  email: 'atendimento@prevserena.example',
  /** 7.3:1 on white (WCAG 2.2 asks 4.5:1 for text). */
  corPrimaria: '#0b5563',
  tribunal: 'Tribunal de Contas dos Municípios do Estado do Pará (TCM-PA)',
} as const;

export const AVISO_DEMONSTRACAO = 'Dados de demonstração. Instituto, pessoas e valores são fictícios.';

/** Returns a CNPJ with its check digits (weights 5,4,3,2,9..2 then 6,5,4,3,2,9..2) from 8 digits of root and 4 of branch. */
export function cnpj(root: string, branch = '0001'): string {
  const digits = Array.from(root + branch, Number);
  const first = checkDigit(digits, 5);
  const second = checkDigit([...digits, first], 6);
  return `${root.slice(0, 2)}.${root.slice(2, 5)}.${root.slice(5)}/${branch}-${first}${second}`;
}

function checkDigit(digits: readonly number[], firstWeight: number): number {
  let weight = firstWeight;
  let sum = 0;
  for (const digit of digits) {
    sum += digit * weight;
    weight = weight === 2 ? 9 : weight - 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
