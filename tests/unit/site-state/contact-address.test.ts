import { describe, expect, it } from 'vitest';
import { contactAddress } from '../../../shared/site-state/contact-address.ts';

describe('contactAddress', () => {
  it.each([
    ['telefone', '(91) 3202-1234', 'tel:+559132021234'],
    ['telefone', '+55 91 3202-1234', 'tel:+559132021234'],
    ['telefone', '0800 091 1234', 'tel:08000911234'],
    ['telefone', 'ramal', null],
    ['whatsapp', '(91) 98202-1234', 'https://wa.me/5591982021234'],
    ['email', 'sic@instituto.gov.br', 'mailto:sic@instituto.gov.br'],
    ['email', 'sem arroba', null],
    ['rede_social', 'https://www.instagram.com/instituto', 'https://www.instagram.com/instituto'],
    ['rede_social', 'javascript:alert(1)', null],
    ['endereco', 'Rua das Mangueiras, 100', null],
    ['horario', 'Segunda a sexta', null],
  ])('%s %s', (tipo, valor, expected) => {
    expect(contactAddress(tipo, valor)).toBe(expected);
  });
});
