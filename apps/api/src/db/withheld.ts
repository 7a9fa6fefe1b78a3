/** Columns of a list that some people may not see. */
import type { ListDeclaration, PageQuery } from "@manilla/contract/page";
import { readPageQuery } from "@manilla/contract/page-request";
import type { Permission } from "@manilla/contract/permissions";
import { NotAllowed } from "../errors.ts";

/**
 * The columns that are withheld from who has these permissions.
 * @throws NotAllowed for a filter or an order by one of them: rows and counts alike would tell what they hold
 */
export function withheldColumns(
  permissions: ReadonlySet<Permission>,
  list: ListDeclaration,
  query: PageQuery,
): readonly string[] {
  const hidden = Object.entries(list.withheld ?? {}).flatMap(([name, right]) => (permissions.has(right) ? [] : [name]));
  if (hidden.length === 0) return hidden;
  const { conditions, column } = readPageQuery(list, query);
  if ([column, ...conditions.map(({ name }) => name)].some((name) => hidden.includes(name)))
    throw new NotAllowed("You may not see this.", "may_not_see");
  return hidden;
}
