import { expect, test } from 'vitest';
import { textoCorrigido } from '../../../../client/pages/busca/texto-corrigido.ts';

test.each([
  ['prova de vidda', 'prova vida', 'prova de vida'],
  ['Pensão por mote', 'pensao morte', 'Pensão por morte'],
  ['CRP  certidaum', 'crp certidão', 'CRP certidão'],
  ['o que é licitasao', 'licitação', 'o que é licitação'],
  ['ata 03/2024 de conselo', 'ata 03/2024 conselho', 'ata 03/2024 de conselho'],
  ['documentos para aposentadria', 'documentos aposentadoria', 'documentos para aposentadoria'],
  ['contra cheqe', 'contracheque', 'contracheque'],
  ['como pedir pensao por mote', 'pedir pensao morte', 'pedir pensao morte'],
  ['seg urança', 'segurança pública', 'segurança pública'],
])('what was typed as %j and corrected to %j is shown as %j', (typed, correction, shown) => {
  expect(textoCorrigido(typed, correction)).toBe(shown);
});
