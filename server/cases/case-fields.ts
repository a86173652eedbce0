/** The fields of a form as the functions of the database take them: columns by name, the person and the statistics apart from the case. */
import type { CaseValues } from '../../shared/cases/case-form.ts';
import type { Manifestacao } from '../../shared/cases/manifestacao.ts';
import type { Pedido } from '../../shared/cases/pedido.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface CaseFieldsOptions {
  /** Ids of the stored files. */
  readonly attachments: readonly string[];
  /** Encrypts the number of a document for this case. */
  readonly encrypt: (number: string) => string;
  /** What tells requests of one person from those of others. */
  readonly requester: (values: Pedido) => string;
}

/** Returns the fields. Of an anonymous manifestation nothing of a person is in them, whatever was typed. */
export function caseFields(given: CaseValues, options: CaseFieldsOptions): Fields {
  switch (given.channel) {
    case 'contato': {
      const { nome, email, telefone, assunto, texto } = given.values;
      return { assunto_id: assunto, texto, pessoa: { nome, email, telefone } };
    }
    case 'ouvidoria':
      return manifestationFields(given.values, options);
    case 'sic':
      return requestFields(given.values, options);
  }
}

function manifestationFields(values: Manifestacao, options: CaseFieldsOptions): Fields {
  const { tipo, identificacao, assunto, texto, local_fato, data_fato, envolvidos, forma_resposta, email } = values;
  const isAnonymous = identificacao === 'anonima';
  // Only a denunciation is asked for the circumstances.
  const facts = tipo === 'denuncia' ? { local_fato, data_fato, envolvidos } : {};
  return {
    tipo,
    identificacao,
    assunto_id: assunto,
    texto,
    ...facts,
    forma_resposta: isAnonymous ? 'protocolo' : (forma_resposta ?? (email === null ? 'protocolo' : 'email')),
    canal_entrada: 'site',
    ...(isAnonymous ? {} : { pessoa: person(values, options), ...profile(values) }),
    anexos: options.attachments,
  };
}

function requestFields(values: Pedido, options: CaseFieldsOptions): Fields {
  const { assunto, texto, formato_desejado, forma_resposta } = values;
  return {
    assunto_id: assunto,
    texto,
    formato_desejado,
    forma_resposta,
    canal_entrada: 'site',
    pessoa: person(values, options),
    solicitante: options.requester(values),
    ...profile(values),
    anexos: options.attachments,
  };
}

function person(values: Manifestacao | Pedido, { encrypt }: CaseFieldsOptions): Fields {
  const { nome, email, telefone, documento, cep, logradouro, numero, complemento, bairro, cidade, uf } = values;
  const address = { cep, logradouro, numero, complemento, bairro, cidade, uf };
  return {
    nome,
    email,
    telefone,
    documento_tipo: documento?.tipo.toLowerCase() ?? null,
    documento_cifrado: documento === null ? null : encrypt(documento.numero),
    endereco: Object.values(address).every((part) => part === null) ? null : address,
  };
}

/** Returns the profile of the citizen. One who states nothing is in no statistics of profiles. */
function profile(values: Manifestacao | Pedido): Fields {
  const { perfil_pessoa, perfil_faixa_etaria, perfil_genero, perfil_escolaridade, perfil_uf, perfil_municipio } = values;
  const given = {
    pessoa: perfil_pessoa,
    faixa_etaria: perfil_faixa_etaria,
    genero: perfil_genero,
    escolaridade: perfil_escolaridade,
    uf: perfil_uf,
    municipio: perfil_municipio,
  };
  return Object.values(given).every((part) => part === null) ? {} : { perfil: given };
}
