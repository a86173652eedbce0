/** Certificates that no client trusts, made when a test needs a server that a client must refuse. X.509 (RFC 5280) in DER, by hand. */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate that is valid between the two times: for a name, or for `127.0.0.1` when none is given. */
export function selfSigned(from: Date, to: Date, name: string | null = null): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  // subjectAltName with one dNSName or iPAddress
  const known = name === null ? der(0x87, Buffer.from([127, 0, 0, 1])) : der(0x82, Buffer.from(name, 'latin1'));
  const alternative = sequence(oid('551d11'), der(0x04, sequence(known)));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    subject,
    sequence(utcTime(from), utcTime(to)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternative)),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const base64 = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...members: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(members));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.from([value]));
}

function utcTime(time: Date): Buffer {
  const digits = time
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}
