import { PESSOAS } from '../bodies.ts';
import { bannerAudiencia, bannerCalendario, bannerCenso, bannerInvestimentos, bannerProvaDeVida } from './banners.ts';
import { iconArt, logoArt, socialArt } from './brand.ts';
import { headerArt } from './header.ts';
import { calendario, carteira, documento, grafico, reuniao } from './indoors.ts';
import { balanca, celular, dialogo, escritorio, escudo, livros, mapa } from './objects.ts';
import { cidade, igarape, posto, praca, rio, sede } from './outdoors.ts';
import { portraitArt } from './portrait.ts';
import type { Svg } from './shapes.ts';

/** Every picture of the demonstration content: its name, its words for who does not see it, its size and how it is drawn. */
export interface ImagemDemo {
  readonly nome: string;
  readonly alt: string;
  readonly largura: number;
  readonly altura: number;
  readonly formato: 'jpeg' | 'png';
  readonly draw: () => Svg;
}

function noticia(nome: string, draw: () => Svg, alt: string): ImagemDemo {
  return { nome, alt, largura: 1600, altura: 900, formato: 'jpeg', draw };
}

function banner(nome: string, draw: () => Svg, alt: string): ImagemDemo {
  return { nome: `banner-${nome}`, alt, largura: 1600, altura: 600, formato: 'jpeg', draw };
}

const CENAS: readonly ImagemDemo[] = [
  noticia('rio', rio, 'Ilustração de um barco regional no rio ao amanhecer, com palmeiras nas margens.'),
  noticia('sede', sede, 'Ilustração da sede do instituto: prédio claro de quatro andares, com rampa, praça e palmeiras.'),
  noticia('cidade', cidade, 'Ilustração do centro de Vila Serena, com casas coloridas e a torre da igreja.'),
  noticia('igarape', igarape, 'Ilustração de casas sobre palafitas à beira do igarapé, no fim da tarde.'),
  noticia('praca', praca, 'Ilustração da praça central com coreto, árvores e bancos.'),
  noticia('posto', posto, 'Ilustração de um posto de atendimento térreo com rampa de acesso.'),
  noticia('grafico', grafico, 'Ilustração de um gráfico de barras que cresce, com uma linha por cima.'),
  noticia('carteira', carteira, 'Ilustração de um anel dividido em partes ao lado de pilhas de moedas.'),
  noticia('reuniao', reuniao, 'Ilustração de uma mesa de reunião vista de cima, com cadeiras e papéis.'),
  noticia('calendario', calendario, 'Ilustração de um calendário com um dia marcado.'),
  noticia('documento', documento, 'Ilustração de duas folhas de papel com um selo de assinatura.'),
  noticia('celular', celular, 'Ilustração de duas pessoas ao lado de um celular que confirma a prova de vida.'),
  noticia('escritorio', escritorio, 'Ilustração de uma mesa de trabalho com computador, perto de uma janela.'),
  noticia('dialogo', dialogo, 'Ilustração de três pessoas conversando, com balões de fala.'),
  noticia('escudo', escudo, 'Ilustração de um escudo com um cadeado.'),
  noticia('livros', livros, 'Ilustração de uma pilha de livros com um chapéu de formatura e uma luminária.'),
  noticia('balanca', balanca, 'Ilustração de uma balança com moedas de um lado e um documento do outro.'),
  noticia('mapa', mapa, 'Ilustração de um mapa com quatro marcadores e um rio.'),
];

const BANNERS: readonly ImagemDemo[] = [
  banner('prova-de-vida', bannerProvaDeVida, 'Ilustração de um celular que confirma a prova de vida de uma pessoa.'),
  banner('censo', bannerCenso, 'Ilustração das casas coloridas de Vila Serena.'),
  banner('investimentos', bannerInvestimentos, 'Ilustração de um gráfico de barras em crescimento.'),
  banner('audiencia', bannerAudiencia, 'Ilustração do público em uma audiência, diante de um telão.'),
  banner('calendario', bannerCalendario, 'Ilustração de um barco e casas sobre palafitas ao pôr do sol.'),
];

const MARCA: readonly ImagemDemo[] = [
  { nome: 'cabecalho', alt: '', largura: 2080, altura: 1024, formato: 'jpeg', draw: headerArt },
  { nome: 'social', alt: 'PREVSERENA', largura: 1200, altura: 630, formato: 'jpeg', draw: socialArt },
  { nome: 'logo', alt: 'PREVSERENA', largura: 1120, altura: 240, formato: 'png', draw: logoArt },
  { nome: 'icone', alt: 'PREVSERENA', largura: 512, altura: 512, formato: 'png', draw: iconArt },
];

/** Returns the name of the picture of a person. */
export function nomeDoRetrato(pessoa: string): string {
  return `retrato-${pessoa}`;
}

export const GALERIA: readonly ImagemDemo[] = [
  ...MARCA,
  ...CENAS,
  ...BANNERS,
  ...PESSOAS.map(
    ({ chave, nome }): ImagemDemo => ({
      nome: nomeDoRetrato(chave),
      alt: `Retrato ilustrado com as iniciais de ${nome}.`,
      largura: 600,
      altura: 600,
      formato: 'jpeg',
      draw: () => portraitArt(nome),
    }),
  ),
];
