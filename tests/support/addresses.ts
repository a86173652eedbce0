/** Addresses on which the rule of the pages (`shared/html/address.ts`) and that of the database (`endereco_aceito`) agree. */

export const ACCEPTED_ADDRESSES: readonly string[] = [
  '/',
  '/lai/documentos/leis?ano=2026#topo',
  '/nhostprovider/00000000-0000-4000-8000-000000000000',
  'https://www.gov.br/',
  'http://transparencia.example/a?b=//c',
  'HTTPS://WWW.GOV.BR/',
  'mailto:ouvidoria@exemplo.br',
  'tel:+559133334444',
];

export const REFUSED_ADDRESSES: readonly string[] = [
  '',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://site.example/0',
  'file:///etc/passwd',
  'vbscript:x',
  'ftp://host/x',
  '//host/x',
  '/\\host/x',
  '\\\\host\\x',
  'https:host',
  'https:///host',
  'https://?x',
  'http://\t',
  'www.gov.br',
  'mailto:',
  '#topo',
];
