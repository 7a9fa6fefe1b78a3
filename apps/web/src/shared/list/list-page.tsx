import { count } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { useLocation, useParams } from "react-router";
import type { Endpoint } from "@manilla/contract/endpoint";
import type { z } from "zod";
import { CallError } from "../api/errors.ts";
import { type Session, accountTypeOf, maySend, useMaybeSession } from "../session/session.ts";
import { useIsPhone } from "../ui/device.ts";
import { Empty, Failure, LinkButton } from "../ui/kit.tsx";
import { useFocusRescue } from "../ui/focus.ts";
import { Page } from "../ui/page.tsx";
import { announce } from "../ui/toasts.tsx";
import { Cards } from "./cards.tsx";
import type { Column } from "./columns.tsx";
import styles from "./list.module.css";
import { NothingHere } from "./nothing-here.tsx";
import { Pagination } from "./pagination.tsx";
import { type ReadyView, ReadyTabs, useReadyViews, useTiles } from "./ready-views.tsx";
import { rememberQueue } from "./record-queue.tsx";
import type { AnyRow } from "./row-id.ts";
import { type RowActions, RowDialogs } from "./row-menu.tsx";
import { type Selection, useSelection } from "./selection.ts";
import { isCounted, totalInWords } from "./total-in-words.ts";
import { useDefaultView, useTableName, useViews } from "./saved-views.ts";
import { DataTable } from "./table.tsx";
import { shownColumns, useTableMemory } from "./table-memory.ts";
import { Toolbar } from "./toolbar.tsx";
import { type FilterValue, isNarrowed } from "./url-state.ts";
import { type List, type ListCall, useList } from "./use-list.ts";

export type RowOf<E extends Endpoint> = z.input<E["response"]> extends { items: (infer Row)[] } ? Row : never;

export interface ListProps<E extends Endpoint> {
  call: E;
  columns: readonly Column<RowOf<E>>[];
  /** The call's path parameters. */
  params?: z.input<E["params"]>;
  /** Conditions that are always there: what makes this queue this queue. */
  fixed?: Readonly<Record<string, FilterValue>>;
  /** Filters, orders and columns that mean nothing in this queue. */
  without?: readonly string[] | undefined;
  /** Where a row leads, made of the row alone: rows are drawn again only when they change. */
  href?: (row: RowOf<E>) => string;
  rowActions?: RowActions<RowOf<E>>;
  /** Buttons for the selected rows; without it rows cannot be selected. */
  bulkActions?: (selection: Selection) => ReactNode;
  title?: string | undefined;
  lead?: ReactNode;
  /** Buttons beside the title, such as "New". */
  actions?: ReactNode;
  /** Above the list: figures that lead into it. */
  above?: ReactNode;
  /** Views that come with the list, one for each job. */
  views?: readonly ReadyView[];
  /** Says how much is in each view: how many (`true`), or also the sum of a column. */
  tiles?: string | true;
  /** When there is nothing at all yet: what will be here, and the next step. */
  empty?: string;
  emptyAction?: ReactNode;
}

/** Reads out what the table shows now, politely. */
function useSpokenResult(list: List<AnyRow>, columns: readonly Column<AnyRow>[]): void {
  const { data, isPlaceholderData } = list.result;
  const { column, order } = list.state.sort;
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const header = columns.find(({ key }) => key === column)?.header ?? column.replaceAll("_", " ");
    announce(
      `Sorted by ${header}, ${order === "asc" ? "ascending" : "descending"}, page ${data.meta.page} of ${count(Math.max(1, data.meta.totalPages))}, ${totalInWords(data)} ${data.total_count === 1 ? "result" : "results"}.`,
    );
    // Only a new answer is worth a word.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data, isPlaceholderData]);
}

/**
 * A list screen: everything that the data-table protocol offers, from one call and its columns. State lives in the
 * address; columns, density and views are remembered per person; the table scrolls, never the page.
 */
export function ListPage<E extends Endpoint>(props: ListProps<E>): ReactNode {
  const session = useMaybeSession();
  const mayLook = maySend(session, props.call);
  return (
    <Page {...(props.title !== undefined && { title: props.title })} lead={props.lead} actions={props.actions} fill>
      {mayLook && props.above}
      {mayLook ? (
        <RowDialogs>
          <ListBody {...visibleTo(session, props as unknown as BodyProps)} person={session?.user.id ?? "guest"} />
        </RowDialogs>
      ) : (
        <NoPermission />
      )}
    </Page>
  );
}

type Definition<E extends Endpoint> = Omit<ListProps<E>, "call" | "params">;

/** A screen that is a list and nothing else; parameters of its call come from the address. */
export const listPage =
  <E extends Endpoint>(call: E, definition: Definition<E>) =>
  (): ReactNode => {
    const params = useParams() as z.input<E["params"]>;
    return <ListPage call={call} {...definition} {...(call.path.includes("{") && { params })} />;
  };

const NoPermission = (): ReactNode => (
  <Empty title="This list is not for you">
    You do not have the permission to see these records. Ask an administrator if you need it.
  </Empty>
);

/** Inside, rows are plain records: the types have done their work at the door. */
interface BodyProps extends Omit<ListProps<Endpoint>, "columns" | "href" | "rowActions" | "call"> {
  call: ListCall;
  columns: readonly Column<AnyRow>[];
  href?: (row: AnyRow) => string;
  rowActions?: RowActions<AnyRow>;
  person: string;
}

/** Filters of lists that others share with an audience, and that mean nothing where all rows are one's own. */
const OWN = { admin: [], corporate: ["company_id"], customer: ["company_id", "user_id"] } as const;

/** Without links to pages that this person may not open. */
function withOpenWays(session: Session | null, props: BodyProps): BodyProps {
  const isShut = ({ opensFor }: Column<AnyRow>): boolean =>
    typeof opensFor === "object" && !opensFor.some((right) => session?.permissions.includes(right));
  if (!props.columns.some(isShut)) return props;
  const columns = props.columns.map(({ opens, ...column }) =>
    opens && !isShut(column) ? { ...column, opens } : column,
  );
  return { ...props, columns };
}

/** Without the columns, filters and orders that the server withholds from this person, or that mean nothing here: a shared view that names one opens without it. */
function visibleTo(session: Session | null, given: BodyProps): BodyProps {
  const props = withOpenWays(session, given);
  const withheld = Object.entries(props.call.list.withheld ?? {}).flatMap(([name, right]) =>
    session?.permissions.includes(right) ? [] : [name],
  );
  const own = OWN[accountTypeOf(location.pathname) ?? "admin"].filter((name) => name in props.call.list.filters);
  const hidden = [...withheld, ...(props.without ?? []), ...own.filter((name) => !(name in (props.fixed ?? {})))];
  if (hidden.length === 0) return props;
  const { list } = props.call;
  const filters = Object.fromEntries(Object.entries(list.filters).filter(([name]) => !hidden.includes(name)));
  return {
    ...props,
    call: { ...props.call, list: { ...list, filters, sorts: list.sorts.filter((name) => !hidden.includes(name)) } },
    columns: props.columns.filter(({ key }) => !hidden.includes(key)),
  };
}

function ListBody({
  call,
  columns,
  params,
  fixed,
  href,
  rowActions,
  bulkActions,
  empty,
  emptyAction,
  person,
  views: ready,
  tiles,
}: BodyProps): ReactNode {
  const name = useTableName(call);
  const views = useViews(name);
  const tabs = useReadyViews(ready);
  const figures = useTiles(call, params, fixed, tabs, tiles);
  const isOpening = useDefaultView(person, name, views.kept, tabs.find(({ first }) => first)?.address);
  const list = useList<AnyRow>(call, params, fixed, isOpening);
  const table = useTableMemory(person, name, columns, views);
  const isPhone = useIsPhone();
  const location = useLocation();
  const { data, error, isPlaceholderData, isFetching } = list.result;
  const rows = useMemo(() => data?.items ?? [], [data]);
  const selection = useSelection(rows, list, data?.total_count ?? 0);
  const shown = useMemo(
    () => shownColumns(columns, table.memory, list.state.columns),
    [columns, table.memory, list.state.columns],
  );
  useSpokenResult(list, columns);
  const openRow = useCallback(() => {
    list.isLeaving.current = true;
    if (!href || !data) return;
    const hrefsOf = (some: readonly AnyRow[]): string[] => some.map((row) => href(row).split("?")[0] ?? "");
    rememberQueue(
      {
        path: location.pathname,
        search: location.search,
        hrefs: hrefsOf(rows),
        page: data.meta.page,
        pages: data.meta.totalPages,
        first: (data.meta.page - 1) * data.meta.limit,
        total: totalInWords(data),
      },
      async (page) => hrefsOf(await list.readPage(page)),
    );
  }, [href, location, rows, data, list]);

  // Where there is nothing at all, nothing is searched on a phone: what comes next is seen at once.
  const isNone = data?.total_count === 0 && !isPlaceholderData && !isNarrowed(list.state);
  const isRefused = error instanceof CallError && error.status === 403;
  const shared = {
    list,
    rows,
    columns: shown,
    href,
    rowActions,
    onOpen: openRow,
    selection: bulkActions ? selection : undefined,
  };
  return (
    <>
      <ReadyTabs views={tabs} figures={figures} />
      {!(isPhone && isNone) && (
        <Toolbar list={list} all={columns} shown={shown} table={table} views={views} fixed={fixed} />
      )}
      {bulkActions && selection.count > 0 && (
        <BulkBar selection={selection} pageCount={rows.length} isTotalCounted={data !== undefined && isCounted(data)}>
          {bulkActions(selection)}
        </BulkBar>
      )}
      {isRefused ? (
        <NoPermission />
      ) : error && !data ? (
        <Failure error={error} onRetry={() => void list.result.refetch()} />
      ) : data && rows.length === 0 ? (
        <NothingHere
          list={list}
          columns={columns}
          fixed={fixed}
          empty={empty}
          action={emptyAction}
          tabs={tabs}
          views={views}
        />
      ) : (
        <div className={styles.body} data-dimmed={isPlaceholderData} aria-busy={isFetching}>
          {isPhone ? <Cards {...shared} /> : <DataTable {...shared} table={table} all={columns} />}
        </div>
      )}
      {data && rows.length > 0 && <Pagination list={list} page={data} />}
    </>
  );
}

/** How many are meant, said explicitly, and what can be done with them. */
function BulkBar({
  selection,
  pageCount,
  isTotalCounted,
  children,
}: {
  selection: Selection;
  pageCount: number;
  /** All that match are offered when it is known how many they are. */
  isTotalCounted: boolean;
  children: ReactNode;
}): ReactNode {
  const bar = useFocusRescue<HTMLDivElement>();
  const selectAll = (): void => {
    selection.selectAllMatching();
    // Its button goes; the outcome is announced where the focus then is.
    bar.current?.focus();
  };
  return (
    <div ref={bar} className={styles.bulk} role="region" aria-label="Selected rows" tabIndex={-1}>
      <strong>
        {selection.isAllMatching ? `All ${count(selection.count)} matching` : `${count(selection.count)} selected`}
      </strong>
      {!selection.isAllMatching && selection.isPageSelected && isTotalCounted && selection.total > pageCount && (
        <span>
          All {count(pageCount)} on this page.{" "}
          <LinkButton onClick={selectAll}>Select all {count(selection.total)} matching</LinkButton>
        </span>
      )}
      <LinkButton onClick={selection.clear}>Clear</LinkButton>
      <span className={styles.space} />
      {children}
    </div>
  );
}
