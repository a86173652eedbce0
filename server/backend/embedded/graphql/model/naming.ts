/**
 * The names that a source's customization gives. `hasura-default` keeps the names of the database and joins words by underscores;
 * `graphql-default` writes fields and arguments in camel case, types in Pascal case and values of enums in capitals. Names that the metadata
 * gives itself (custom names) keep their case.
 */
import type { Customization } from '../metadata/metadata.ts';

export interface Naming {
  /** The name of a field or an argument that the dialect or the database gives. */
  field(name: string): string;
  /** A root field of the table or function `base`: the words before and behind its name. */
  root(base: { readonly name: string; readonly isCustom: boolean }, before: string, behind: string): string;
  /** A root field that the metadata names. */
  customRoot(name: string): string;
  /** A type that belongs to a table or a function, by its name in `hasura-default`. */
  ownType(name: string): string;
  /** A type that all tables share. */
  sharedType(name: string): string;
  enumValue(name: string): string;
  /** Whether all names stay as they are. */
  readonly isPlain: boolean;
}

/** A leading underscore belongs to the first word. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?!^)_/);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pascal(name: string): string {
  return wordsOf(name).map(upperFirst).join('');
}

function camel(name: string): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** @param customNames names of tables and functions that the metadata gives */
export function createNaming({ convention, root, type }: Customization, customNames: ReadonlySet<string>): Naming {
  const isPlain = convention === 'hasura-default' && [root, type].every(({ prefix, suffix }) => prefix === '' && suffix === '');
  if (convention === 'hasura-default') {
    const rootName = (name: string): string => `${root.prefix}${name}${root.suffix}`;
    return {
      isPlain,
      field: (name) => name,
      root: ({ name }, before, behind) => rootName(`${before}${name}${behind}`),
      customRoot: rootName,
      ownType: (name) => `${type.prefix}${name}${type.suffix}`,
      sharedType: (name) => name,
      enumValue: (name) => name,
    };
  }
  // Behind a prefix a name begins with a capital.
  const rootName = (name: string): string => `${root.prefix}${root.prefix === '' ? name : upperFirst(name)}${upperFirst(root.suffix)}`;
  const typeName = (name: string): string => {
    const custom = [...customNames].filter((own) => name === own || name.startsWith(`${own}_`)).toSorted((a, b) => b.length - a.length)[0];
    return custom === undefined ? pascal(name) : `${custom}${pascal(name.slice(custom.length + 1))}`;
  };
  return {
    isPlain,
    field: camel,
    root: ({ name, isCustom }, before, behind) => {
      const own = before === '' ? (isCustom ? name : camel(name)) : `${camel(before)}${isCustom ? upperFirst(name) : pascal(name)}`;
      return rootName(`${own}${pascal(behind.replace(/^_/, ''))}`);
    },
    customRoot: rootName,
    ownType: (name) => `${type.prefix}${type.prefix === '' ? typeName(name) : upperFirst(typeName(name))}${upperFirst(type.suffix)}`,
    sharedType: pascal,
    enumValue: (name) => name.toUpperCase(),
  };
}
