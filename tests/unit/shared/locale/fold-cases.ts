/** What both folds, the one of the site and the one of the database, must give: [text, folded]. */
export const FOLD_CASES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['Aposentadoria', 'aposentadoria'],
  ['AÇAÍ', 'acai'],
  ['Ata nº 3ª reunião', 'ata no 3a reuniao'],
  ['Pensão por morte: cônjuge, órfãos', 'pensao por morte: conjuge, orfaos'],
  ['ÀÁÂÃÄ ÈÉÊË ÌÍÎÏ ÒÓÔÕÖ ÙÚÛÜ Ç Ñ', 'aaaaa eeee iiii ooooo uuuu c n'],
  ['cafe\u0301', 'cafe'],
  ['13º salário – 2ª parcela…', '13o salario – 2a parcela...'],
  ['50% de_tudo \\ nada', '50% de_tudo \\ nada'],
];
