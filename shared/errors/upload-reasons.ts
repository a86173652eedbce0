/** Why an upload is refused or what its editor looks at, and what to do about it. The only place with these texts. */

export interface UploadReason {
  readonly mensagem: string;
  readonly orientacao: string;
  /** Who may publish it all the same by confirming the code and saying why: every uploader, administrators, or no user. */
  readonly confirmavelPor: 'editor' | 'administrador' | null;
}

const REPRINT = 'Gere o PDF de novo a partir do documento original (por exemplo com "Exportar como PDF") e envie outra vez.';

export const UPLOAD_REASONS = {
  TIPO_NAO_ACEITO: {
    mensagem: 'Este tipo de arquivo não pode ser publicado aqui.',
    orientacao: 'Envie um PDF, uma imagem (JPEG, PNG, WebP, AVIF ou GIF), uma planilha (CSV, ODS ou XLSX) ou um texto (TXT, ODT ou DOCX).',
    confirmavelPor: null,
  },
  SOMENTE_IMAGEM: {
    mensagem: 'Aqui só podem ser publicadas imagens.',
    orientacao: 'Envie uma imagem JPEG, PNG, WebP, AVIF ou GIF.',
    confirmavelPor: null,
  },
  TIPO_DIVERGENTE: {
    mensagem: 'O conteúdo do arquivo não é do tipo que o nome dele diz.',
    orientacao: 'Abra o arquivo no programa de origem, salve-o no formato certo e envie outra vez.',
    confirmavelPor: null,
  },
  ARQUIVO_ILEGIVEL: {
    mensagem: 'O arquivo está danificado e não pôde ser lido.',
    orientacao: 'Confira se o arquivo abre no seu computador, salve-o de novo e envie outra vez.',
    confirmavelPor: null,
  },
  VERIFICACAO_DEMOROU: {
    mensagem: 'O arquivo é complexo demais para ser verificado.',
    orientacao: 'Divida o documento em partes menores ou salve-o de novo sem imagens pesadas e envie outra vez.',
    confirmavelPor: 'administrador',
  },
  ARQUIVO_PROTEGIDO: {
    mensagem: 'O arquivo pede uma senha para ser aberto.',
    orientacao: 'Salve o arquivo sem senha e envie outra vez.',
    confirmavelPor: null,
  },
  PDF_COM_RESTRICOES: {
    mensagem: 'O PDF proíbe copiar ou imprimir, o que atrapalha leitores de tela e o reuso dos dados.',
    orientacao: 'Salve o PDF sem restrições. Se ele vem assim de outro órgão, confirme e diga o motivo.',
    confirmavelPor: 'editor',
  },
  PDF_COM_SCRIPT: {
    mensagem: 'O PDF contém programas (JavaScript), que podem prejudicar quem o abre.',
    orientacao: REPRINT,
    confirmavelPor: null,
  },
  PDF_COM_ANEXOS: {
    mensagem: 'O PDF tem outros arquivos anexados dentro dele.',
    orientacao: 'Publique os anexos como arquivos separados e envie o PDF sem eles.',
    confirmavelPor: null,
  },
  TEXTO_NAO_PESQUISAVEL: {
    mensagem: 'O texto do PDF não pode ser pesquisado nem lido por leitores de tela: as páginas são imagens.',
    orientacao: `${REPRINT} Se só existe a versão digitalizada, passe-a por reconhecimento de texto (OCR) ou confirme e diga o motivo.`,
    confirmavelPor: 'editor',
  },
  CPF_NO_TEXTO: {
    mensagem: 'O arquivo contém CPF de alguém por inteiro.',
    orientacao: 'Cubra os números no documento original (por exemplo ***.456.789-**), gere o arquivo de novo e envie outra vez.',
    confirmavelPor: 'administrador',
  },
  CPF_NO_NOME: {
    mensagem: 'O nome do arquivo contém um CPF.',
    orientacao: 'Mude o nome do arquivo e envie outra vez.',
    confirmavelPor: null,
  },
  DOCUMENTO_COM_MACROS: {
    mensagem: 'O documento contém programas (macros), que podem prejudicar quem o abre.',
    orientacao: 'Salve-o num formato sem macros (DOCX, XLSX, ODT ou ODS) ou exporte-o como PDF, e envie outra vez.',
    confirmavelPor: null,
  },
  DOCUMENTO_COM_ANEXOS: {
    mensagem: 'O documento tem outros arquivos dentro dele, em que o site não procura CPF nem dados pessoais.',
    orientacao: 'Exporte-o como PDF, ou confira você esses arquivos (planilhas de gráficos, por exemplo) e confirme, dizendo o motivo.',
    confirmavelPor: 'editor',
  },
  IMAGEM_GRANDE_DEMAIS: {
    mensagem: 'A imagem tem pontos demais.',
    orientacao: 'Reduza a imagem para até 50 megapixels e envie outra vez.',
    confirmavelPor: null,
  },
  ARQUIVO_PUBLICADO: {
    mensagem: 'O arquivo que você quer trocar é de um conteúdo que já foi salvo, e neste site outra pessoa aprova antes.',
    orientacao: 'Envie-o como arquivo novo, no lugar do atual, e envie as mudanças do conteúdo para aprovação.',
    confirmavelPor: null,
  },
} as const satisfies Record<string, UploadReason>;

export type UploadReasonCode = keyof typeof UPLOAD_REASONS;

/** What the inspection could not look into. The file is published; its editor looks. */
export const UPLOAD_WARNINGS = {
  IMAGENS_NAO_VERIFICADAS: {
    mensagem: 'O documento tem imagens, em que o site não procura CPF.',
    orientacao: 'Confira se nenhuma delas mostra dados pessoais. Se mostrar, retire-a do documento e envie uma versão nova.',
  },
  PAGINAS_NAO_VERIFICADAS: {
    mensagem: 'O PDF tem páginas com pouco ou nenhum texto. Se elas são imagens, o site não procura CPF nelas.',
    orientacao: 'Confira se nenhuma delas mostra dados pessoais. Se mostrar, cubra-os no original e envie uma versão nova.',
  },
} as const satisfies Record<string, Pick<UploadReason, 'mensagem' | 'orientacao'>>;

export type UploadWarningCode = keyof typeof UPLOAD_WARNINGS;
