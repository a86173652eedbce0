/** National holidays of Brazil (Leis nº 662/1949, 6.802/1980 and 14.759/2023), and Good Friday, which the federal ordinances of each year name with them. */

export interface Holiday {
  /** Calendar day, `yyyy-mm-dd`. */
  readonly data: string;
  readonly nome: string;
}

const FIXED = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['11-20', 'Dia Nacional de Zumbi e da Consciência Negra'],
  ['12-25', 'Natal'],
] as const;

/** Returns those of a year. */
export function nationalHolidays(year: number): readonly Holiday[] {
  const fixed = FIXED.map(([day, nome]) => ({ data: `${year}-${day}`, nome }));
  return [...fixed, { data: afterEaster(year, -2), nome: 'Sexta-feira Santa' }];
}

/** Returns the day so many days after Easter Sunday, or before it (Gregorian computus of Meeus, Jones and Butcher). */
export function afterEaster(year: number, days: number): string {
  const century = Math.floor(year / 100);
  const cycle = year % 19;
  const epact = (19 * cycle + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30;
  const week = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const correction = Math.floor((cycle + 11 * epact + 22 * week) / 451);
  return new Date(Date.UTC(year, 2, 22 + epact + week - 7 * correction + days)).toISOString().slice(0, 10);
}
