/**
 * The digest by which requests of one person in a year are recognised as such, so that different requesters can be counted (Lei 12.527 art. 30, III). It is keyed,
 * another one each year, and says nothing without the key. A requester who gives a document in one request and an address alone in another counts twice.
 */
import type { Pedido } from '../../shared/cases/pedido.ts';
import { type CaseKeys, keyedDigest } from './case-keys.ts';

/** Returns the digest. @param today the day at the institution, as `2026-12-31` */
export function requesterDigest([key]: CaseKeys, values: Pedido, today: string): string {
  return keyedDigest(key, 'solicitante', JSON.stringify([today.slice(0, 4), ...identityOf(values)])).toString('hex');
}

function identityOf({ documento, email, nome, cep }: Pedido): readonly string[] {
  if (documento !== null) return [documento.tipo, documento.numero];
  if (email !== null) return ['email', email.toLowerCase()];
  return [
    'carta',
    (nome ?? '')
      .normalize('NFD')
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase(),
    cep ?? '',
  ];
}
