import type { Random } from './random.ts';

/** People who do not exist. Names are common words put together by hand or by chance; no register was read. */
const PRENOMES = [
  'Adalgisa',
  'Alcides',
  'Ana Lúcia',
  'Antônia',
  'Benedita',
  'Benedito',
  'Carmelita',
  'Célia',
  'Cleonice',
  'Damião',
  'Deusarina',
  'Domingos',
  'Edilene',
  'Edmilson',
  'Elza',
  'Eunice',
  'Expedito',
  'Fátima',
  'Floriano',
  'Francisca',
  'Genésio',
  'Gercina',
  'Graciete',
  'Hilda',
  'Iracema',
  'Ivanildo',
  'Izabel',
  'Joaquim',
  'Jonas',
  'Josefa',
  'Jurandir',
  'Lindalva',
  'Lourdes',
  'Lucimar',
  'Manoel',
  'Marilda',
  'Marinete',
  'Nazaré',
  'Neusa',
  'Odete',
  'Osvaldo',
  'Palmira',
  'Raimunda',
  'Raimundo',
  'Rosângela',
  'Rosiane',
  'Sebastião',
  'Silvana',
  'Socorro',
  'Terezinha',
  'Valdir',
  'Vanda',
  'Waldemar',
  'Zenaide',
  'Zuleide',
] as const;

const SOBRENOMES = [
  'Aleixo',
  'Alfaia',
  'Amoras',
  'Araguaia',
  'Baía',
  'Barbalho',
  'Bentes',
  'Cabral',
  'Campelo',
  'Cardoso',
  'Castanho',
  'Corrêa',
  'Duarte',
  'Espíndola',
  'Farias',
  'Ferreira',
  'Figueiró',
  'Garcez',
  'Guimarães',
  'Igarapé',
  'Lameira',
  'Lobato',
  'Macapuna',
  'Maués',
  'Meireles',
  'Miranda',
  'Monteiro',
  'Moraes',
  'Nascimento',
  'Negrão',
  'Pantoja',
  'Paraense',
  'Pinheiro',
  'Quaresma',
  'Quemel',
  'Rebouças',
  'Ribeirinho',
  'Sarmento',
  'Seabra',
  'Tavares',
  'Teles',
  'Trindade',
  'Vilhena',
  'Wanzeler',
  'Xavante',
] as const;

/** Returns an invented full name. */
function nomeInventado(random: Random): string {
  const primeiro = random.pick(SOBRENOMES);
  const segundo = random.pick(SOBRENOMES.filter((sobrenome) => sobrenome !== primeiro));
  return `${random.pick(PRENOMES)} ${primeiro} ${segundo}`;
}

/** Returns a CPF as the site shows it: the middle digits alone, as `***.456.789-**`. A whole number is never made. */
export function cpfMascarado(random: Random): string {
  const trio = (): string => String(random.integer(0, 999)).padStart(3, '0');
  return `***.${trio()}.${trio()}-**`;
}

/** Returns the name and masked CPF of an invented person, as an act names its beneficiary. */
export function beneficiario(random: Random): { readonly nome: string; readonly cpf: string } {
  return { nome: nomeInventado(random), cpf: cpfMascarado(random) };
}
