/** Kinds of values that environment variables have: how each is read, and what is said when it is not one. */
import { z } from 'zod';
import { parseNamedValues } from '../observability/tracing/settings.ts';

export const wholeNumber = (name: string, min: number, max: number, fallback: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,6}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `${name} must be a whole number between ${min} and ${max}`,
    )
    .transform(Number)
    .optional()
    .transform((value) => value ?? fallback);

const addressOf = (text: z.ZodString, name: string, protocols: readonly string[]) =>
  text
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `${name} must be ${protocols[0]?.startsWith('h') ? 'an' : 'a'} ${protocols.map((protocol) => `${protocol}//`).join(' or ')} address`,
    )
    .optional()
    .transform((value) => value ?? null);

export const url = (name: string, protocols: readonly string[]) => addressOf(z.string(), name, protocols);

/** An address that may have a user and a password. */
export const serviceUrl = (name: string, protocols: readonly string[]) =>
  addressOf(
    z.string().refine(hasEncodedPassword, {
      error: `${name} has a character in its user or password that must be encoded: # as %23, / as %2F, ? as %3F, @ as %40, % as %25`,
      abort: true,
    }),
    name,
    protocols,
  );

/** Behind a password with one of these as it is, the address goes on elsewhere: a part of the password is the host, which errors show. */
function hasEncodedPassword(value: string): boolean {
  const address = URL.parse(value);
  if (address === null) return !value.includes('@');
  try {
    decodeURIComponent(address.username + address.password);
  } catch {
    return false;
  }
  return !(address.pathname + address.search + address.hash).includes('@');
}

/** Requests are signed with a key of other variables; an address with a password is refused by `fetch`, whose error shows it. */
export const bucketService = (name: string) =>
  url(name, ['http:', 'https:']).refine((value) => {
    const address = value === null ? null : URL.parse(value);
    return address === null || address.username + address.password + address.search + address.hash === '';
  }, `${name} must have no user, password or query`);

/** The client would read a query as options of its own. */
export const cacheAddress = (name: string) =>
  serviceUrl(name, ['redis:', 'rediss:']).refine((value) => {
    if (value === null || !URL.canParse(value)) return true;
    const { hostname, pathname, search, hash } = new URL(value);
    return hostname !== '' && /^(?:\/\d{0,4})?$/.test(pathname) && search === '' && hash === '';
  }, `${name} must be redis://user:password@host:port/number, with rediss:// for TLS`);

export const optionalText = z
  .string()
  .max(500)
  .optional()
  .transform((value) => value ?? null);

export const matching = (name: string, pattern: RegExp, wanted: string) =>
  z
    .string()
    .regex(pattern, `${name} must be ${wanted}`)
    .optional()
    .transform((value) => value ?? null);

/** Secrets by commas, so that the next one is known before the last one is given up. */
export const secrets = (name: string) =>
  z
    .string()
    .default('')
    .transform((value, context): readonly string[] => {
      const given = value === '' ? [] : value.split(',').map((text) => text.trim());
      if (given.every((text) => text.length >= 16)) return given;
      context.addIssue({ code: 'custom', message: `${name} must have at least 16 characters` });
      return z.NEVER;
    });

export const secret = (name: string) =>
  z
    .string()
    .min(16, `${name} must have at least 16 characters`)
    .optional()
    .transform((value) => value ?? null);

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Names of hosts by commas. An address in numbers is none: what may be asked for is named by who controls the name. */
export const hostNames = (name: string) =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    )
    .refine(
      (hosts) => hosts.every((host) => HOST_NAME.test(host) && !/^[0-9.]+$/.test(host)),
      `${name} must be host names separated by commas, such as fotos.example.org`,
    );

export const tileTemplate = (name: string) =>
  z
    .string()
    .max(500)
    .refine(isTileTemplate, `${name} must be an http or https address with {z}, {x} and {y} in its path`)
    .optional()
    .transform((value) => value ?? null);

/** The host is fixed: the page's content policy names it. */
function isTileTemplate(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin } = new URL(value);
  const fixed = value.toLowerCase().startsWith(`${origin}/`);
  return fixed && (protocol === 'http:' || protocol === 'https:') && ['{z}', '{x}', '{y}'].every((part) => value.includes(part));
}

/** The address of a folder without a slash at its end; null for 0. */
export const folderOfAnotherSite = (name: string, fallback: string) =>
  z
    .string()
    .max(200)
    .default(fallback)
    .transform((value) => (value === '0' ? null : value.replace(/\/$/, '')))
    .refine((value) => value === null || isFolder(value), `${name} must be an http or https address without a query, or 0`);

function isFolder(value: string): boolean {
  const address = URL.parse(value);
  return address !== null && /^https?:$/.test(address.protocol) && address.search === '' && address.hash === '' && address.username === '';
}

export const onOrOff = (name: string, fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', '0', '1'], `${name} must be on or off`)
    .default(fallback)
    .transform((value) => value === 'on' || value === '1');

/** A share of a whole, as the samplers of OpenTelemetry take it. */
export const share = (name: string) =>
  z
    .string()
    .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, `${name} must be a number from 0 to 1`)
    .default('1')
    .transform(Number);

/** Names and values as the variables of OpenTelemetry are written. */
export const namedValues = (name: string) =>
  z
    .string()
    .default('')
    .transform(parseNamedValues)
    .refine((values) => values !== null, `${name} must be name=value pairs by commas`)
    .transform((values) => values ?? {});

export const localPath = (name: string) =>
  z
    .string()
    .regex(/^\/(?!\/)[^\s]*$/, `${name} must be a path on this site, starting with one /`)
    .max(500);
