import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Endpoint } from "@manilla/contract/endpoint";
import { useLocation, useNavigation } from "react-router";
import { accountTypeOf, useMaybeSession } from "../session/session.ts";
import { useScreenTitle } from "../ui/page.tsx";
import { useIsPhone } from "../ui/device.ts";
import { IconColumns3, IconDownload, IconFilter, IconSearch, IconX } from "../ui/icons.ts";
import { LinkButton } from "../ui/kit.tsx";
import { MenuItem, MenuText, Popup } from "../ui/popup.tsx";
import type { CallInput } from "../api/call.ts";
import { choiceWord, type Column } from "./columns.tsx";
import { DateRange } from "./date-range.tsx";
import { startExport } from "./exports.tsx";
import { FilterChip, FilterEditor, filtersOf } from "./filter-chip.tsx";
import styles from "./list.module.css";
import type { Views } from "./saved-views.ts";
import type { Table } from "./table-memory.ts";
import { toolLabel } from "./tool-label.tsx";
import { type FilterValue, isNarrowed, parseOperators, toQuery } from "./url-state.ts";
import type { List } from "./use-list.ts";
import { ColumnsMenu } from "./columns-menu.tsx";
import { ViewsMenu } from "./views-menu.tsx";

type Row = Record<string, unknown>;
interface Props {
  list: List<Row>;
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  table: Table;
  views: Views;
  fixed: Readonly<Record<string, FilterValue>> | undefined;
}

/** Search, filters as chips, dates, columns, views, export: in one line where there is room. */
export function Toolbar({ list, all, shown, table, views, fixed }: Props): ReactNode {
  const isPhone = useIsPhone();
  const { declaration, state } = list;
  const type = accountTypeOf(useLocation().pathname);
  const session = useMaybeSession();
  // Staff take others' data out of the house only where that is their work.
  const mayExport = type !== "admin" || session?.permissions.includes("provider:can_export_lists");
  const set = (name: string, value: FilterValue | undefined): void =>
    list.change({
      filters: Object.fromEntries(
        Object.entries({ ...state.filters, [name]: value }).filter(
          (entry): entry is [string, FilterValue] => entry[1] !== undefined,
        ),
      ),
    });
  const filters = filtersOf(declaration, fixed);
  // One line: active filters always show; of the others the first ones, on a phone all, because the line scrolls there.
  const most = isNarrowed(state) ? MAX_CHIPS - 1 : MAX_CHIPS;
  const room = isPhone || filters.length <= most ? filters.length : most - 1;
  const isShown = ([name]: (typeof filters)[number], index: number): boolean =>
    index < room || state.filters[name] !== undefined;
  const rest = filters.filter((entry, index) => !isShown(entry, index));
  return (
    <div className={`buttons ${styles.toolbar}`}>
      {declaration.search && <SearchBox list={list} />}
      <div className={styles.narrowing}>
        <div className={styles.chips}>
          {filters.filter(isShown).map(([name, filter]) => (
            <FilterChip
              key={name}
              filter={filter}
              value={state.filters[name]}
              word={(choice) => choiceWord(all, name, choice)}
              onChange={(value) => set(name, value)}
            />
          ))}
          {rest.length > 0 && <MoreFilters filters={rest} columns={all} onChange={set} />}
          {declaration.ranges.length > 0 && <DateRange list={list} columns={all} />}
          {isNarrowed(state) && (
            <button
              type="button"
              className={styles.clear}
              onClick={() => list.change({ search: "", filters: {}, range: undefined })}
            >
              <IconX size={14} aria-hidden="true" /> Clear all
            </button>
          )}
        </div>
        <div className={styles.tools}>
          <ViewsMenu
            views={views}
            mayShare={type === "admin" || type === "corporate"}
            reportAt={type === "admin" ? reportAt(list) : undefined}
          />
          {!isPhone && (
            <Popup
              trigger={toolLabel(<IconColumns3 size={16} />, "Layout")}
              className={styles.tool}
              label="Layout: columns and density"
              hint="Columns and density"
              kind="dialog"
              title="Columns and density"
              width={340}
              align="end"
            >
              {() => <ColumnsMenu list={list} all={all} shown={shown} table={table} />}
            </Popup>
          )}
          {mayExport && <ExportMenu list={list} />}
        </div>
      </div>
    </div>
  );
}

/** Where a report is made of the list as it is now; a list of one record has none. */
function reportAt({ call, fixed, state }: List<Row>): string | undefined {
  if (call.path.includes("{") || call.path === "/admin/reports") return undefined;
  const { page: _page, limit: _limit, ...query } = toQuery(state, call.list, fixed);
  const given = {
    list: call.path,
    query: JSON.stringify(query),
    ...(state.columns && { columns: state.columns.join() }),
  };
  return `/admin/reports/new?${new URLSearchParams(given).toString()}`;
}

/** Chips that fit in one line beside search and tools at 1440 px; an active one is wider. */
const MAX_CHIPS = 4;

/** The filters for which the line has no room: choosing one opens its question right here. */
function MoreFilters({
  filters,
  columns,
  onChange,
}: {
  filters: ReturnType<typeof filtersOf>;
  columns: readonly Column<Row>[];
  onChange: (name: string, value: FilterValue | undefined) => void;
}): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const open = filters.find(([name]) => name === chosen);
  return (
    <span className={styles.chip}>
      <Popup
        trigger={
          <>
            <IconFilter size={14} aria-hidden="true" />
            {filters.length} more
          </>
        }
        label={`${filters.length} more filters`}
        className={styles.chipText}
        kind="dialog"
        title="More filters"
        width={260}
      >
        {(close) =>
          open ? (
            <div className={styles.editor}>
              <LinkButton onClick={() => setChosen(undefined)}>All filters</LinkButton>
              <strong>{open[1].label}</strong>
              <FilterEditor
                filter={open[1]}
                value={undefined}
                word={(choice) => choiceWord(columns, open[0], choice)}
                onChange={(value) => (onChange(open[0], value), setChosen(undefined), close())}
                onClose={close}
              />
            </div>
          ) : (
            <div className={styles.views}>
              {filters.map(([name, { label }]) => (
                <button key={name} type="button" onClick={() => setChosen(name)}>
                  {label}
                </button>
              ))}
            </div>
          )
        }
      </Popup>
    </span>
  );
}

const PAUSE_MS = 250;

function SearchBox({ list }: { list: List<Row> }): ReactNode {
  const { search, filters } = list.state;
  const [text, setText] = useState(search);
  const last = useRef(search);
  const { change, isLeaving: hasOpenedRow } = list;
  // Somebody who presses a row right after typing wants the row: the search that is still to come must not call them back.
  const { pathname } = useLocation();
  const target = useNavigation().location?.pathname;
  const isLeaving = target !== undefined && target !== pathname;
  // The address may change without us: Back, a saved view, "clear all".
  useEffect(() => {
    if (search === last.current) return;
    last.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    if (text.trim() === last.current || isLeaving) return;
    const timer = setTimeout(() => {
      if (hasOpenedRow.current) return;
      last.current = text.trim();
      change({ search: text.trim() }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, change, isLeaving, hasOpenedRow]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === "Escape") return text === "" ? event.currentTarget.blur() : setText("");
    if (event.key !== "Enter") return;
    const typed = parseOperators(text, list.declaration);
    if (Object.keys(typed.filters).length === 0) return;
    last.current = typed.search;
    setText(typed.search);
    change({ search: typed.search, filters: { ...filters, ...typed.filters } });
  };
  const what = `Search ${(list.declaration.search ?? []).map((field) => field.replaceAll("_", " ")).join(", ")}`;
  return (
    <div className={styles.search}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        data-page-search
        type="search"
        aria-label={what}
        placeholder={what}
        value={text}
        onChange={(event) => ((hasOpenedRow.current = false), setText(event.currentTarget.value))}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
    </div>
  );
}

function ExportMenu({ list }: { list: List<Row> }): ReactNode {
  const title = useScreenTitle();
  const run = (type: "xlsx" | "csv"): void =>
    void startExport(list.call, list.input as CallInput<Endpoint>, type, {
      label: title,
      total: list.result.data?.total_count,
    });
  return (
    <Popup
      trigger={toolLabel(<IconDownload size={16} />, "Export")}
      className={styles.tool}
      kind="menu"
      title="Export"
      width={260}
      align="end"
    >
      {(close) => (
        <>
          <MenuText>All rows of this filter, not only this page</MenuText>
          <MenuItem onChoose={() => (close(), run("xlsx"))}>Spreadsheet (xlsx)</MenuItem>
          <MenuItem onChoose={() => (close(), run("csv"))}>Text (csv)</MenuItem>
        </>
      )}
    </Popup>
  );
}
