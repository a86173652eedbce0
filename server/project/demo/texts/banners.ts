import { diaDe, instante, somarDias } from '../dates.ts';
import { idDaImagem, imagemParaTexto } from '../files.ts';
import { html } from '../rich-text.ts';
import type { Linha } from '../rows.ts';

/** Five banners: three on show, one that ended and one whose day has not come. Days are counted from today. */
interface BannerDemo {
  readonly titulo: string;
  readonly subtitulo: string;
  readonly imagem: string;
  readonly alt: string;
  readonly de: number;
  readonly ate: number | null;
  readonly link: readonly [url: string, rotulo: string];
  readonly corpo: string;
}

const BANNERS: readonly BannerDemo[] = [
  {
    titulo: 'Prova de vida: faça no mês do seu aniversário',
    subtitulo: 'Pelo celular, em um posto ou com visita em casa',
    imagem: 'banner-prova-de-vida',
    alt: 'Celular que confirma a prova de vida de uma pessoa',
    de: -40,
    ate: 120,
    link: ['/paginas/prova-de-vida', 'Saiba como fazer'],
    corpo: `Aposentados e pensionistas fazem a prova de vida uma vez por ano, no mês do aniversário.
      ## Três maneiras de fazer
      - Pelo celular, com a câmera.
      - Em qualquer um dos três postos de atendimento.
      - Com visita em casa, para quem não pode sair. Peça pelo telefone (91) 3000-0000.
      Quem perde o prazo recebe um aviso antes de qualquer suspensão.`,
  },
  {
    titulo: 'Censo previdenciário em andamento',
    subtitulo: 'Confira o mês em que você deve atualizar seus dados',
    imagem: 'banner-censo',
    alt: 'Casas coloridas de Vila Serena',
    de: -60,
    ate: 45,
    link: ['/informacoes/comunicados', 'Veja o calendário'],
    corpo: `O censo confere os dados de servidores, aposentados e pensionistas. Com o cadastro correto, os benefícios saem mais rápido.
      ## O que levar
      - Documento com foto.
      - Comprovante de residência.
      - Certidão de casamento ou de nascimento.
      - Documentos dos dependentes.`,
  },
  {
    titulo: 'Calendário de pagamento',
    subtitulo: 'Veja o dia em que o seu benefício é depositado',
    imagem: 'banner-calendario',
    alt: 'Barco e casas sobre palafitas ao pôr do sol',
    de: -20,
    ate: null,
    link: ['/paginas/aposentado-ou-pensionista', 'Ver as datas'],
    corpo: `O pagamento é feito sempre no último dia útil do mês. A segunda parte do 13º sai em dezembro.
      O contracheque fica disponível três dias antes do depósito.`,
  },
  {
    titulo: 'Audiência pública anual',
    subtitulo: 'Obrigado a quem participou',
    imagem: 'banner-audiencia',
    alt: 'Público em uma audiência, diante de um telão',
    de: -90,
    ate: -15,
    link: ['/informacoes/noticias', 'Leia o que foi tratado'],
    corpo: `A audiência pública apresentou as contas, os investimentos e a avaliação atuarial. As perguntas e as respostas estão publicadas nas notícias.`,
  },
  {
    titulo: 'Novo relatório de investimentos',
    subtitulo: 'Entenda como o dinheiro da previdência rendeu',
    imagem: 'banner-investimentos',
    alt: 'Gráfico de barras em crescimento',
    de: 30,
    ate: 150,
    link: ['/lai/documentos/relatorioDeInvestimento', 'Ler o relatório'],
    corpo: `O relatório mostra onde o dinheiro está aplicado, quanto rendeu e quais foram os riscos.`,
  },
];

export function banners(now: Date): readonly Linha[] {
  const hoje = diaDe(now);
  return BANNERS.map((banner, index) => ({
    id: index + 1,
    titulo: banner.titulo,
    subtitulo: banner.subtitulo,
    imagem_id: idDaImagem(banner.imagem),
    texto_alternativo: banner.alt,
    corpo_html: html(banner.corpo, imagemParaTexto),
    link_url: banner.link[0],
    link_rotulo: banner.link[1],
    exibir_de: instante(somarDias(hoje, banner.de), '00:00'),
    exibir_ate: banner.ate === null ? null : instante(somarDias(hoje, banner.ate), '23:59'),
    ordem: index + 1,
    publicado: true,
  }));
}
