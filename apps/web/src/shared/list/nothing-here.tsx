/** A list without a row: which of its meanings that has (E026), and the way on. */
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { useMaybeSession } from "../session/session.ts";
import { Empty, LinkButton } from "../ui/kit.tsx";
import { choiceWord, type Column } from "./columns.tsx";
import { rangeInWords, rangeName } from "./date-range.tsx";
import { describeFilter, filtersOf } from "./filter-chip.tsx";
import type { ViewTab } from "./ready-views.tsx";
import type { AnyRow } from "./row-id.ts";
import { type Views, viewAddress } from "./saved-views.ts";
import { type FilterValue, isNarrowed } from "./url-state.ts";
import type { List } from "./use-list.ts";

interface Props {
  list: List<AnyRow>;
  columns: readonly Column<AnyRow>[];
  fixed: Readonly<Record<string, FilterValue>> | undefined;
  empty: string | undefined;
  action: ReactNode;
  /** Those that come with the list. */
  tabs: readonly ViewTab[];
  /** Those that people saved. */
  views: Views;
}

/** What the rows are asked to be, one condition after the other, as the chips say it. */
function conditionsOf({ list, columns, fixed }: Props, me: string | undefined): string[] {
  const { search, filters, range } = list.state;
  return [
    ...(search ? [`Search: “${search}”`] : []),
    ...filtersOf(list.declaration, fixed).flatMap(([name, { label, kind }]) => {
      const value = filters[name];
      const word = (choice: string): string => choiceWord(columns, name, choice);
      return value === undefined ? [] : [`${label}: ${describeFilter(kind, value, word, me)}`];
    }),
    ...(range ? [`${rangeName(columns, range.key)}: ${rangeInWords(range)}`] : []),
  ];
}

/** None in this view, none that match what was typed or filtered, none yet. */
export function NothingHere(props: Props): ReactNode {
  const { list, empty, action, tabs, views } = props;
  const [query] = useSearchParams();
  const me = useMaybeSession()?.user.id;
  const address = viewAddress(query);
  const tab = tabs.find((view) => view.address === address);
  const saved = views.kept?.views.find((view) => view.address === address);
  if (!isNarrowed(list.state) && list.state.page === 1)
    return (
      <Empty title="No Results" action={action}>
        {empty ?? "There is nothing here yet. Records appear as soon as there are any."}
      </Empty>
    );
  if (tab && isNarrowed(list.state))
    return (
      <Empty title={tab.empty ?? `Nothing is in “${tab.name}”`} action={<Link to="?">Show all</Link>}>
        No Results in this view.
      </Empty>
    );
  const conditions = conditionsOf(props, me).join(" · ");
  return (
    <Empty
      title={saved ? `Nothing is in “${saved.name}” now` : "No Results"}
      action={
        <LinkButton onClick={() => list.change({ search: "", filters: {}, range: undefined })}>
          Clear search and filters
        </LinkButton>
      }
    >
      <span>
        {saved
          ? `${saved.is_own ? "Your view" : `The view of ${saved.owner_name}`} shows what meets all of this:`
          : "Nothing matches what you are looking for."}
      </span>
      {conditions && (
        <>
          <br />
          <strong>{conditions}</strong>
        </>
      )}
      {saved && (
        <>
          <br />
          <span>Change a filter above to see more; “Views” then saves the change, or deletes the view.</span>
        </>
      )}
    </Empty>
  );
}
