import type { AnyRoute } from '../../shared/routes/define.ts';
import type { OperationCall, RouteInput } from '../../shared/routes/types.ts';

/** Returns the operations of a page in the order of its results: the main one first when the route has one, then the late ones. */
export function routeCalls(route: AnyRoute, input: RouteInput): readonly OperationCall[] {
  const late = route.late(input);
  return route.main === null ? late : [route.main(input), ...late];
}
