/** Fields that the forms of the ouvidoria and of the SIC have in common, and the rules between them. */
import * as z from 'zod/mini';
import { cep, choice, documentNumber, email, optionalText, personName, phone } from './fields.ts';
import { CASE_MESSAGES } from './messages.ts';
import { ESCOLARIDADES, FAIXAS_ETARIAS, GENEROS, PESSOAS, UFS } from './vocabulary.ts';

const uf = choice(
  UFS.map((value) => ({ value, label: value })),
  CASE_MESSAGES.opcao,
);

export const CONTACT_FIELDS = { nome: personName, email, telefone: phone };

export const ADDRESS_FIELDS = {
  cep,
  logradouro: optionalText(200),
  numero: optionalText(20),
  complemento: optionalText(100),
  bairro: optionalText(100),
  cidade: optionalText(100),
  uf,
};

/** For the statistics alone; nothing of it is asked for. */
export const PROFILE_FIELDS = {
  perfil_pessoa: choice(PESSOAS, CASE_MESSAGES.opcao),
  perfil_faixa_etaria: choice(FAIXAS_ETARIAS, CASE_MESSAGES.opcao),
  perfil_genero: choice(GENEROS, CASE_MESSAGES.opcao),
  perfil_escolaridade: choice(ESCOLARIDADES, CASE_MESSAGES.opcao),
  perfil_uf: uf,
  perfil_municipio: optionalText(100),
};

export const PERSON_FIELDS = { ...CONTACT_FIELDS, documento: documentNumber, ...ADDRESS_FIELDS, ...PROFILE_FIELDS };

/** Adds an issue to a field. */
export type Complain = (path: string, message: string) => void;

/** Makes a rule between the fields of a form. Issues of single fields do not keep it from running. */
export function rule<Values>(look: (values: Values, complain: Complain) => void): z.core.CheckFn<Values> {
  return ({ value, issues }) => {
    look(value, (path, message) => issues.push({ code: 'custom', message, path: [path], input: null, continue: true }));
  };
}

interface Address {
  readonly cep: string | null;
  readonly logradouro: string | null;
  readonly cidade: string | null;
  readonly uf: string | null;
}

/** A letter needs an address that the post office can read. */
export function requireAddress({ cep: code, logradouro, cidade, uf: state }: Address, complain: Complain): void {
  if (code === null) complain('cep', CASE_MESSAGES.cep);
  if (logradouro === null) complain('logradouro', CASE_MESSAGES.logradouro);
  if (cidade === null) complain('cidade', CASE_MESSAGES.cidade);
  if (state === null) complain('uf', CASE_MESSAGES.estado);
}
