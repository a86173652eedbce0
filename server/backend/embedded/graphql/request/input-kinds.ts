/** Which input types are read as a whole when the statement is bound, and which when it is compiled. */
import { GraphQLBoolean, type GraphQLInputType, isListType, isNonNullType, isScalarType } from 'graphql';

/** True for a boolean: its value is known when the statement is compiled. */
export function isPlainBoolean(type: GraphQLInputType): boolean {
  return type === GraphQLBoolean;
}

/** True for a list of scalars, which becomes one array parameter. */
export function isLeafList(type: GraphQLInputType): boolean {
  if (!isListType(type)) return false;
  const item = isNonNullType(type.ofType) ? type.ofType.ofType : type.ofType;
  return isScalarType(item);
}
