/** What the forms say of a field that is wrong: what to do, in one sentence. */
import { NOME } from './form-limits.ts';

export const CASE_MESSAGES = {
  nome: 'Informe seu nome.',
  nomeInvalido: `Escreva o nome com letras, de ${NOME.least} a ${NOME.most} caracteres.`,
  email: 'Digite um e-mail válido, como nome@exemplo.com.',
  cpf: 'O CPF informado não é válido. Confira os números.',
  cnpj: 'O CNPJ informado não é válido. Confira os números e as letras.',
  telefone: 'Digite o telefone com DDD, como (91) 91234-5678.',
  contato: 'Informe um e-mail ou um telefone para receber a resposta.',
  emailParaResposta: 'Informe o e-mail em que quer receber a resposta, ou escolha outra forma de resposta.',
  contatoDoPedido: 'Informe um e-mail ou um telefone, ou escolha receber por carta e informe o endereço.',
  identificacao: 'Escolha como quer se identificar.',
  tipo: 'Escolha o tipo de manifestação.',
  tipoAnonimo: 'Sem identificação só é possível enviar denúncia ou reclamação. Escolha outro tipo ou identifique-se.',
  assunto: 'Escolha um assunto da lista.',
  formaResposta: 'Escolha como quer receber a resposta.',
  cep: 'Digite o CEP com 8 algarismos, como 66000-000.',
  logradouro: 'Informe a rua e o número para a carta chegar.',
  cidade: 'Informe a cidade para a carta chegar.',
  estado: 'Escolha o estado para a carta chegar.',
  dataInvalida: 'Digite a data como dia, mês e ano: 31/12/2026.',
  dataFutura: 'A data do fato não pode ser depois de hoje.',
  entrada: 'Escolha por onde o caso chegou.',
  recebimento: 'Informe o dia em que o caso chegou, como 31/12/2026.',
  recebimentoFuturo: 'O dia em que o caso chegou não pode ser depois de hoje.',
  recebimentoAntigo: 'O dia em que o caso chegou pode ser de até um ano atrás. Confira a data.',
  opcao: 'Escolha uma opção da lista.',
  arquivoGrande: 'O arquivo tem mais de 10 MB.',
  arquivosDemais: 'Anexe no máximo 5 arquivos.',
  arquivosDemaisNoCaso: 'Um caso recebe no máximo 20 arquivos seus. Envie menos arquivos, ou descreva no texto o que eles mostram.',
  arquivoTipo: 'O tipo do arquivo não é aceito. Use PDF, JPG, PNG, ODT, DOCX, XLSX, ODS ou CSV.',
  arquivoDanificado:
    'O arquivo está danificado ou não é do tipo que o nome dele diz. Confira se ele abre no seu computador sem pedir senha, salve-o de novo e envie outra vez.',
  discoLento: 'Não conseguimos guardar os arquivos a tempo. Envie sem eles, ou tente de novo em alguns minutos.',
  discoComDefeito: 'Não conseguimos guardar os arquivos agora. Envie sem eles, ou tente de novo mais tarde.',
  semEspaco: 'Não há espaço para guardar os arquivos agora. Envie sem eles, ou tente de novo mais tarde.',
  muitosPedidos:
    'Chegaram pedidos demais desta conexão de uma vez. O que você preencheu está nesta página: espere um minuto e envie de novo.',
  muitosEnvios: 'Muitas pessoas estão enviando agora. O que você preencheu está no formulário: espere alguns segundos e envie de novo.',
  textoCortado: 'O texto passou do que o formulário recebe, e cortamos o fim dele. Confira onde ele termina e deixe-o mais curto.',
  rapido: 'Você enviou o formulário depressa demais. Confira os campos e envie de novo.',
  reservado: 'Deixe este campo em branco. Ele serve só para reconhecer robôs.',
  semConexao: 'Não foi possível enviar agora. Seu texto continua nesta página; tente de novo.',
  semInternet:
    'Seu aparelho está sem internet, e nada foi enviado. Seu texto continua nesta página; envie de novo quando a conexão voltar.',
  indisponivel: 'Não foi possível enviar agora. Seu texto está no formulário abaixo; tente de novo em alguns minutos.',
  canalExterno:
    'Este canal passou a receber os registros em outro sistema, e nada foi registrado aqui. Copie o seu texto, que continua no formulário, e registre no endereço indicado nesta página.',
  arquivosDeNovo: 'Escolha de novo os arquivos: o navegador não guarda os que foram escolhidos antes.',
  deOutroSite: 'O envio não veio desta página. Confira o que está no formulário e envie de novo.',
  protocolo: 'Digite o protocolo como está no recibo, por exemplo OUV-2026-000123-4.',
  codigo: 'Digite os 8 caracteres do código de acesso.',
  texto: 'Escreva o que você quer dizer.',
  nota: 'Escolha uma nota de 1 a 5.',
  naoPermitido: 'Isso não pode mais ser feito neste caso. Veja abaixo a situação dele agora.',
  consultaTerminada:
    'A consulta não está aberta neste navegador: ela dura 30 minutos e precisa de cookies deste site. Informe o código de acesso.',
  consultaEncerrada: 'Esta consulta foi encerrada neste navegador. Para abrir o caso de novo, informe o código de acesso.',
  consultaIndisponivel: 'Não foi possível consultar agora. Tente de novo em alguns minutos.',
  naoEncontrado: 'Não encontramos um caso com esse protocolo e esse código. Confira os dois no recibo.',
} as const;

/** Returns the sentences about a whole form that came back. @param lostFiles whether files had been chosen, which no page can choose again */
export function noticesOf(notice: string | null, lostFiles: boolean): readonly string[] {
  return [...(notice === null ? [] : [notice]), ...(lostFiles ? [CASE_MESSAGES.arquivosDeNovo] : [])];
}

/** Why an act with a case is refused, by the reason of the database. */
const REFUSALS: Readonly<Record<string, string>> = {
  prazo_da_resposta_corre:
    'O prazo da resposta ainda não terminou. Veja abaixo até quando ele vai: depois desse dia você pode reclamar aqui.',
  ja_reclamado: 'A reclamação deste pedido já foi registrada. Veja abaixo como ela está.',
  ja_respondido:
    'O pedido já foi respondido ou encerrado, e não cabe mais reclamar da falta de resposta. Veja abaixo o que você pode fazer.',
};

/** Returns what a refused act is told. */
export function refusalMessage(reason: string): string {
  return REFUSALS[reason] ?? CASE_MESSAGES.naoPermitido;
}

/** Names the file that a message is about. Undefined: only one was chosen. */
export function aboutFile(message: string, name: string | undefined): string {
  return name === undefined ? message : message.replace(/arquivo/, (word) => `${word} “${name}”`);
}

/** Says that a text is too short. @param what as `o seu pedido` */
export function shortTextMessage(least: number, what: string): string {
  return `Escreva pelo menos ${least} caracteres para que possamos entender ${what}.`;
}

/** Says that a text is too long. */
export function longTextMessage(most: number): string {
  return `Escreva no máximo ${most.toLocaleString('pt-BR')} caracteres.`;
}

/** The limit of the database: five failed attempts of one network in a quarter of an hour. People who share the network share them. */
export const trackingWaitMessage =
  'Foram muitas tentativas com esse protocolo nesta conexão de internet. Confira o protocolo e o código no recibo e espere 15 minutos, ou tente por outra conexão.';

/** Title of the list of what is wrong. */
export function summaryTitle(count: number): string {
  return count === 1 ? 'Há 1 problema no formulário' : `Há ${count} problemas no formulário`;
}

/** Says how long a client that sent or tried too often has to wait. */
export function waitMessage(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return `Foram muitos envios desta conexão. Tente de novo em ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}; você não perdeu nada do que escreveu.`;
}
