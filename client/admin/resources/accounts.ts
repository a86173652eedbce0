/** The accounts of the staff, for administrators. Passwords and second factors are never read. */
import type { ContentType } from './content-type.ts';

export const ACCOUNTS: ContentType = {
  table: 'users',
  aggregate: 'usersAggregate',
  one: 'conta',
  many: 'Contas da equipe',
  group: 'Site',
  key: 'id',
  title: 'displayName',
  search: ['displayName', 'email'],
  order: { column: 'displayName', direction: 'ASC' },
  columns: ['email', 'defaultRole', 'disabled', 'lastSeen'],
  filters: ['disabled'],
  about:
    'Quem edita o site e quem responde aos cidadãos. Uma conta nova recebe por e-mail um link para escolher a senha; onde o site não envia e-mails, a senha aparece uma vez, para ser entregue à pessoa.',
  fields: [
    { name: 'displayName', label: 'Nome', kind: 'text', required: true },
    { name: 'email', label: 'E-mail', kind: 'email', required: true },
    {
      name: 'defaultRole',
      label: 'Pode',
      kind: 'choice',
      required: true,
      initial: 'editor',
      choices: [
        { id: 'editor', name: 'Editar o conteúdo' },
        { id: 'administrador', name: 'Editar o conteúdo e administrar o site' },
        { id: 'ouvidor', name: 'Responder aos cidadãos (ouvidoria e SIC)' },
      ],
    },
    { name: 'disabled', label: 'Conta parada: não entra', kind: 'boolean', initial: false },
    { name: 'lastSeen', label: 'Vista pela última vez em', kind: 'date-time', fixed: true },
  ],
};
