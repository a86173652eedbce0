import { parseUrl } from '../platform/substitutes.ts';

/** Returns the address that calls, writes to or opens a contact, or null when there is nothing to open. */
export function contactAddress(tipo: string, valor: string): string | null {
  const digits = valor.replaceAll(/\D/g, '');
  switch (tipo) {
    case 'telefone':
      return digits === '' ? null : `tel:${international(digits)}`;
    case 'whatsapp':
      return digits === '' ? null : `https://wa.me/${international(digits).replace('+', '')}`;
    case 'email':
      return valor.includes('@') ? `mailto:${valor}` : null;
    default:
      return valor.startsWith('https://') && parseUrl(valor) !== null ? valor : null;
  }
}

/** Brazilian numbers are written with area code and without the country; 0800 and 3-digit services have no international form. */
function international(digits: string): string {
  if (digits.length < 10 || digits.startsWith('0')) return digits;
  return digits.length > 11 && digits.startsWith('55') ? `+${digits}` : `+55${digits}`;
}
