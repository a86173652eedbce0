/**
 * Fields that the choices of a form hide (client/pages/case-form/case-form.module.css). What was typed before they were hidden says nothing: a
 * problem with it could not be seen, and an address that no letter goes to is not kept.
 */
import { ADDRESS_FIELDS, PERSON_FIELDS } from './shared-fields.ts';

/** What only a denunciation is asked. */
const DENUNCIATION_FIELDS = ['local_fato', 'data_fato', 'envolvidos'];

/** Returns the form without them. */
export function withoutHiddenFields(typed: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { identificacao, tipo, forma_resposta } = typed;
  const hidden = new Set([
    ...(identificacao === 'anonima' ? [...Object.keys(PERSON_FIELDS), 'forma_resposta'] : []),
    ...(tipo === 'denuncia' ? [] : DENUNCIATION_FIELDS),
    ...(forma_resposta === 'correspondencia' ? [] : Object.keys(ADDRESS_FIELDS)),
  ]);
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !hidden.has(name)));
}
