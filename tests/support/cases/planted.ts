/** What a citizen writes in tests that search for it: nothing else in the product has these words. */

export const PERSON = {
  nome: 'Zulmira Quixabeira',
  email: 'zulmira.quixabeira@caixa.example',
  telefone: '(91) 98765-4321',
  documento: '529.982.247-25',
  cep: '66010-077',
  logradouro: 'Travessa Xique-Xique',
  numero: '7077',
  bairro: 'Umarizal de Cima',
  cidade: 'Vila Quixabeira',
  uf: 'PA',
};

/** Where the request comes from; the first address of a trusted proxy. */
export const PLANTED_HEADERS = {
  'X-Forwarded-For': '203.0.113.77',
  'User-Agent': 'Navegador-Xique-Xique/7.0',
  Referer: 'https://outro.example/xique-xique',
};

const TEXT = 'Aconteceu no guichê do Quixabeira, como contei.';

export const PLANTED = {
  text: TEXT,
  any: /quixabeira|xique-xique|98765-?4321|529\.?982\.?247|66\.?010-?077|umarizal de cima|203\.0\.113\.77|(?:pedido|mensagem|planta)-(?:com|no|na|antes|depois|contato|ouvidoria|sic|sigilo|falha|sem)/i,
};

/** What of a person or a connection no anonymous case may keep; its text is the citizen's own. */
export const ANONYMOUS = /zulmira|98765-?4321|529\.?982\.?247|66\.?010-?077|xique-xique|203\.0\.113\.77|Navegador/i;
