/** Columns of a list that some people may not see. */
import type { ListDeclaration, PageQuery } from "@manilla/contract/page";
import { readPageQuery } from "@manilla/contract/page-request";
import type { Permission } from "@manilla/contract/permissions";
import { NotAllowed } from "../errors.ts";
import type { BoundList } from "./list.ts";

/** The columns of a list that are withheld from who has these permissions. */
export const hiddenColumns = (permissions: ReadonlySet<Permission>, list: ListDeclaration): readonly string[] =>
  Object.entries(list.withheld ?? {}).flatMap(([name, right]) => (permissions.has(right) ? [] : [name]));

/**
 * The columns that are withheld from who has these permissions.
 * @throws NotAllowed for a filter or an order by one of them: rows and counts alike would tell what they hold
 */
export function withheldColumns(
  permissions: ReadonlySet<Permission>,
  list: ListDeclaration,
  query: PageQuery,
): readonly string[] {
  const hidden = hiddenColumns(permissions, list);
  if (hidden.length === 0) return hidden;
  const { conditions, column } = readPageQuery(list, query);
  if ([column, ...conditions.map(({ name }) => name)].some((name) => hidden.includes(name)))
    throw new NotAllowed("You may not see this.", "may_not_see");
  return hidden;
}

/** The list without the columns that the caller may not see. @throws NotAllowed as {@link withheldColumns} */
export function withheldFrom(permissions: ReadonlySet<Permission>, list: BoundList, query: PageQuery): BoundList {
  const hidden = withheldColumns(permissions, list.call.list, query);
  if (hidden.length === 0) return list;
  const absent = Object.fromEntries(hidden.map((name) => [name, null]));
  const without = (row: unknown) => ({ ...(row as object), ...absent });
  return {
    ...list,
    is_mapped: true,
    mapRow: (raw) => without(list.mapRow(raw)),
    async page(...asking) {
      const page = await list.page(...asking);
      return { ...page, items: page.items.map(without) };
    },
  };
}
