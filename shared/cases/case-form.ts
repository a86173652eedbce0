/** The forms as the browser and the server both read them: texts in, and either values or what is wrong, field by field. */
import { withoutHiddenFields } from './hidden-fields.ts';
import { type Manifestacao, manifestacaoSchema } from './manifestacao.ts';
import { MENSAGEM, type Mensagem } from './mensagem.ts';
import { PEDIDO, type Pedido } from './pedido.ts';
import type { Channel } from './vocabulary.ts';

/** Fields of a form as they were typed. */
export type TypedForm = Readonly<Record<string, string>>;

export interface FieldError {
  /** Name of the field in the form. */
  readonly field: string;
  /** Sentence in Portuguese. */
  readonly message: string;
}

export type CaseValues =
  | { readonly channel: 'contato'; readonly values: Mensagem }
  | { readonly channel: 'ouvidoria'; readonly values: Manifestacao }
  | { readonly channel: 'sic'; readonly values: Pedido };

export type CaseReading =
  | { readonly kind: 'valid'; readonly case: CaseValues }
  | { readonly kind: 'faulty'; readonly errors: readonly FieldError[] };

/** The part of a schema's error that is looked at. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** The part of a schema of a form that says its fields. */
interface Form {
  readonly shape: Readonly<Record<string, unknown>>;
}

/** Reads a form; fields that its choices hide are taken as empty. @param today the day at the institution, as `2026-12-31` */
export function readCaseForm(channel: Channel, given: TypedForm, today: string): CaseReading {
  const typed = withoutHiddenFields(given);
  switch (channel) {
    case 'contato': {
      const parsed = MENSAGEM.safeParse(typed);
      return parsed.success ? { kind: 'valid', case: { channel, values: parsed.data } } : faulty(parsed.error, MENSAGEM);
    }
    case 'ouvidoria': {
      const schema = schemaOf(today);
      const parsed = schema.safeParse(typed);
      return parsed.success ? { kind: 'valid', case: { channel, values: parsed.data } } : faulty(parsed.error, schema);
    }
    case 'sic': {
      const parsed = PEDIDO.safeParse(typed);
      return parsed.success ? { kind: 'valid', case: { channel, values: parsed.data } } : faulty(parsed.error, PEDIDO);
    }
  }
}

/** Schemas of the last day that was asked for: to make a schema takes longer than to read a form. */
const SCHEMAS = new Map<string, ReturnType<typeof manifestacaoSchema>>();

function schemaOf(today: string): ReturnType<typeof manifestacaoSchema> {
  const known = SCHEMAS.get(today);
  if (known !== undefined) return known;
  SCHEMAS.clear();
  const schema = manifestacaoSchema(today);
  SCHEMAS.set(today, schema);
  return schema;
}

/** One sentence for each field, the first that was found, in the order of the page: rules between fields are looked at last. */
function faulty({ issues }: Issues, { shape }: Form): CaseReading {
  const errors = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = String(path[0] ?? '');
    if (!errors.has(field)) errors.set(field, message);
  }
  const inOrder = Object.keys(shape).flatMap((field) => {
    const message = errors.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
  return { kind: 'faulty', errors: inOrder };
}
