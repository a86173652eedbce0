/** The closed lists of the forms: the value that is stored and the words that a citizen reads. */

export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

export const CHANNELS = ['contato', 'ouvidoria', 'sic'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How a case comes that the staff registers for its citizen. */
export const ENTRADAS = [
  { value: 'telefone', label: 'Por telefone' },
  { value: 'presencial', label: 'No balcão' },
  { value: 'carta', label: 'Por carta' },
  { value: 'email', label: 'Por e-mail' },
] as const satisfies readonly Option[];

export const IDENTIFICACOES = [
  {
    value: 'identificada',
    label: 'Quero me identificar',
    hint: 'A área que responde pode saber quem você é, se precisar disso para resolver. Você escolhe como receber a resposta.',
  },
  {
    value: 'sigilosa',
    label: 'Quero me identificar, com sigilo',
    hint: 'Só a Ouvidoria vê seu nome e seus contatos. A área que responde recebe o relato sem eles.',
  },
  {
    value: 'anonima',
    label: 'Não quero me identificar',
    hint: 'Só para denúncia e reclamação. Não guardamos nome, contato, endereço do aparelho nem nada que leve a você. Sem contato, a resposta só aparece no acompanhamento por protocolo: anote o protocolo e o código.',
  },
] as const satisfies readonly Option[];

export const TIPOS_DE_MANIFESTACAO = [
  {
    value: 'denuncia',
    label: 'Denúncia',
    hint: 'Você viu algo que pode ser ilegal. Exemplo: um servidor cobrou para adiantar um pedido de aposentadoria.',
  },
  {
    value: 'reclamacao',
    label: 'Reclamação',
    hint: 'Um serviço demorou, foi mal prestado ou não foi prestado. Exemplo: meu processo está parado há três meses.',
  },
  {
    value: 'solicitacao',
    label: 'Solicitação',
    hint: 'Você precisa que o instituto tome uma providência. Exemplo: consertar a rampa da entrada do posto.',
  },
  {
    value: 'sugestao',
    label: 'Sugestão',
    hint: 'Você tem uma ideia para melhorar o serviço. Exemplo: abrir o posto no horário do almoço.',
  },
  {
    value: 'elogio',
    label: 'Elogio',
    hint: 'Você foi bem atendido e quer que o instituto saiba. Exemplo: a servidora do balcão explicou tudo com paciência.',
  },
] as const satisfies readonly Option[];

/** The types that may be sent without a name: for the others the answer needs a person. */
export const TIPOS_ANONIMOS: readonly string[] = ['denuncia', 'reclamacao'];

/** An answer on the page of the case alone: on every site, also on one that sends no e-mail. */
const PELO_PROTOCOLO = { value: 'protocolo', label: 'Só pelo acompanhamento, com o protocolo e o código' } as const satisfies Option;

export const RESPOSTAS_DA_OUVIDORIA = [
  { value: 'email', label: 'Por e-mail' },
  PELO_PROTOCOLO,
  { value: 'correspondencia', label: 'Por carta' },
] as const satisfies readonly Option[];

/** How the answer is fetched, which needs an address and hours. */
export const NO_BALCAO = 'Retirar no balcão do SIC';

export const RESPOSTAS_DO_SIC = [
  { value: 'email', label: 'Por e-mail' },
  PELO_PROTOCOLO,
  { value: 'retirada', label: NO_BALCAO },
  { value: 'correspondencia', label: 'Por carta' },
] as const satisfies readonly Option[];

/** Of all channels. */
export const RESPOSTAS: readonly Option[] = [...RESPOSTAS_DA_OUVIDORIA, ...RESPOSTAS_DO_SIC];

export const FORMATOS = [
  { value: 'pdf', label: 'PDF' },
  { value: 'planilha', label: 'Planilha ou CSV' },
  { value: 'outro', label: 'Outro, ou formato acessível: digo no texto do pedido' },
] as const satisfies readonly Option[];

export const PESSOAS = [
  { value: 'PF', label: 'Pessoa física' },
  { value: 'PJ', label: 'Empresa ou entidade' },
] as const satisfies readonly Option[];

export const FAIXAS_ETARIAS = [
  { value: 'ate_17', label: 'Até 17 anos' },
  { value: '18_29', label: '18 a 29 anos' },
  { value: '30_44', label: '30 a 44 anos' },
  { value: '45_59', label: '45 a 59 anos' },
  { value: '60_74', label: '60 a 74 anos' },
  { value: '75_mais', label: '75 anos ou mais' },
] as const satisfies readonly Option[];

export const GENEROS = [
  { value: 'feminino', label: 'Feminino' },
  { value: 'masculino', label: 'Masculino' },
  { value: 'outro', label: 'Outro' },
] as const satisfies readonly Option[];

export const ESCOLARIDADES = [
  { value: 'fundamental', label: 'Ensino fundamental' },
  { value: 'medio', label: 'Ensino médio' },
  { value: 'superior', label: 'Ensino superior' },
  { value: 'pos_graduacao', label: 'Pós-graduação' },
  { value: 'sem_escolaridade', label: 'Sem escolaridade formal' },
] as const satisfies readonly Option[];

export const UFS: readonly string[] = 'AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO'.split(' ');
