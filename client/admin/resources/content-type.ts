/**
 * How a content type is described. Lists, forms, filters, searches and requests are made from descriptions, so no form is written twice; which
 * of the fields a person sees and may change is decided by the permissions of the role (data/access.ts).
 */

import type { DecimalSize } from '../../../shared/locale/decimals.ts';

/** A row as the API answers it. */
export type Row = Readonly<Record<string, unknown>>;

export interface Choice {
  readonly id: string | number;
  readonly name: string;
}

interface FieldBase {
  /** Column of the table. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required?: boolean;
  /** Heading above this field and those that follow. */
  readonly section?: string;
  /** Value in the form of a new row. */
  readonly initial?: unknown;
  /** Set when the row is made and not changed afterwards: the address of a public page depends on it. */
  readonly fixed?: boolean;
  /** Has a sense only for a row that exists, and is not in the form of a new one. */
  readonly ofExisting?: boolean;
}

/** The fields of rows that belong to one row and are edited in its form. */
export interface ChildRows {
  /** Array relationship of the parent. */
  readonly relationship: string;
  readonly table: string;
  /** Column that holds the parent's key. */
  readonly parentColumn: string;
  /** Object relationship to the parent. */
  readonly parentRelationship: string;
  readonly fields: readonly Field[];
  /** Whether `ordem` is the place in the list. */
  readonly ordered: boolean;
}

export type Field = FieldBase &
  (
    | { readonly kind: 'text'; readonly pattern?: readonly [RegExp, string]; readonly maxLength?: number; readonly isCnpj?: boolean }
    | { readonly kind: 'long-text' }
    | { readonly kind: 'html' }
    /** The last part of an address, proposed from another field. */
    | { readonly kind: 'slug'; readonly from: string }
    | { readonly kind: 'url' }
    | { readonly kind: 'email' }
    | { readonly kind: 'colour' }
    | { readonly kind: 'integer'; readonly min?: number; readonly max?: number }
    /** A number with places; its size is the column's. */
    | { readonly kind: 'decimal'; readonly size: DecimalSize }
    /** An amount in reais, in a column of the size `MONEY`. */
    | { readonly kind: 'money' }
    /** A size in bytes, shown in words. It comes from the file and cannot be changed. */
    | { readonly kind: 'bytes' }
    /** A media type, shown by its name. It comes from the file and cannot be changed. */
    | { readonly kind: 'media-type' }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'date' }
    | { readonly kind: 'date-time' }
    /** A list of short texts. */
    | { readonly kind: 'texts' }
    | { readonly kind: 'choice'; readonly choices: readonly Choice[] }
    /** A closed vocabulary: a table of `valor` and `rotulo`. */
    | { readonly kind: 'vocabulary'; readonly table: string }
    /** A row of another content type, chosen by its title; `among` is what the database asks of it, or what makes it fit. */
    | { readonly kind: 'reference'; readonly to: string; readonly among?: Row }
    /** The point of a picture that stays in sight: its part of the width, and the column of its part of the height. */
    | { readonly kind: 'focus'; readonly vertical: string }
    /** Drawn by the input of another field. */
    | { readonly kind: 'companion' }
    /** A stored file, of `arquivo`. */
    | { readonly kind: 'file' }
    /** A stored picture, of `arquivo`. */
    | { readonly kind: 'image' }
    /** The path of a picture that anyone may read, `/nhostprovider/{id}`. */
    | { readonly kind: 'image-path' }
    /** An ordered list of objects in a jsonb column. */
    | { readonly kind: 'objects'; readonly fields: readonly Field[] }
    /** An ordered list of names out of known ones, in a jsonb column. */
    | { readonly kind: 'names'; readonly choices: readonly Choice[] }
    | { readonly kind: 'rows'; readonly rows: ChildRows }
  );

/** What decides whether the public sees a row. */
export interface Publication {
  readonly flag: 'publicado' | 'ativo';
  /** Column of the moment or day from which it is shown; a flag alone shows at once. */
  readonly since?: { readonly column: string; readonly precision: 'day' | 'moment' };
  /** Its end; `afterwards` is the sentence that says where the public finds the row then. `from`: column of the beginning of that term, where `since` is another. */
  readonly until?: { readonly column: string; readonly from?: string; readonly precision: 'day' | 'moment'; readonly afterwards: string };
  /** Column of the moment from which the address of the row tells why it is not shown any more; its field stands apart from those above. `reason`: column of its reason. */
  readonly withdrawal?: { readonly column: string; readonly precision: 'moment'; readonly reason: string };
  /** The fields one of which holds what the public comes for, and the sentence for a row that is shown without any of them. */
  readonly substance?: { readonly fields: readonly string[]; readonly lacking: string };
}

export interface ContentType {
  /** Table and root field of the API. */
  readonly table: string;
  /** Root field that counts rows, where it has a name of its own. */
  readonly aggregate?: string;
  readonly one: string;
  readonly many: string;
  /** Heading of the menu. */
  readonly group: string;
  /** Column of the primary key. */
  readonly key: string;
  /** Column that names a row in lists and in choices. */
  readonly title: string;
  /** Columns in which a search looks, `relationship.column` for those of a related row. `busca_texto` holds folded text and has an index. */
  readonly search: readonly string[];
  readonly order: {
    readonly column: string;
    readonly direction: 'ASC' | 'DESC';
    /** Columns in whose groups the column counts, `relationship.column` for those of a related row. They come first. */
    readonly within?: readonly string[];
  };
  /**
   * Columns by which the list may be sorted; all of its columns where it is absent. A table that grows for as long as the institution publishes
   * names those for which the database has an index.
   */
  readonly sorts?: readonly string[];
  readonly fields: readonly Field[];
  /** Names of the fields that are columns of the list, beside title and publication. */
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly publication?: Publication;
  /** One row that is neither made nor deleted. */
  readonly single?: { readonly key: string | number };
  /** True where rows come from elsewhere, such as an upload in another form. */
  readonly madeElsewhere?: boolean;
  /** True where the list sends files, each of which becomes a row. */
  readonly sentFromList?: boolean;
  /** True where the list makes a row of each file that is sent. */
  readonly madeFromFiles?: boolean;
  /** True where the list offers to make the national holidays. */
  readonly hasNationalHolidays?: boolean;
  /** Address of the page that shows the row to the public. */
  readonly publicPath?: (row: Row) => string | null;
  /** Rows stand inside another one of the table and are deleted with it: the column of its key, and the array relationship of what it holds. */
  readonly inside?: { readonly parentColumn: string; readonly relationship: string };
  /** A sentence at the top of the list. */
  readonly about?: string;
  /** Column whose row of categoria_documento says which fields a row has. */
  readonly profile?: string;
}

/** Says whether the list of a content type may be sorted by a column. */
export function sortsBy({ sorts, title, columns, order }: ContentType, column: string): boolean {
  return (sorts ?? [title, order.column, ...columns]).includes(column);
}
