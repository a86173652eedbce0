/** The application's texts: those of react-admin, and the names of the content types. */
import polyglotI18nProvider from 'ra-i18n-polyglot';
import type { I18nProvider } from 'react-admin';
import type { ContentType } from '../resources/content-type.ts';
import { MESSAGES } from './messages.ts';

/** Makes the provider of texts. react-admin looks for the names of resources and of their fields under `resources`. */
export function createI18nProvider(types: readonly ContentType[]): I18nProvider {
  const resources = Object.fromEntries(
    types.map(({ table, one, many, fields }) => [
      table,
      { name: `${capital(one)} |||| ${many}`, fields: Object.fromEntries(fields.map(({ name, label }) => [name, label])) },
    ]),
  );
  return polyglotI18nProvider(() => ({ ...MESSAGES, resources }), 'pt-BR', [{ locale: 'pt-BR', name: 'Português' }], {
    allowMissing: false,
  });
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);
}
