import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Endpoint } from "@manilla/contract/endpoint";
import { useScreenTitle } from "../ui/page.tsx";
import { useIsPhone } from "../ui/device.ts";
import { IconBookmark, IconColumns3, IconDownload, IconSearch, IconX } from "../ui/icons.ts";
import { MenuItem, MenuText, Popup } from "../ui/popup.tsx";
import type { CallInput } from "../api/call.ts";
import type { Column } from "./columns.tsx";
import { DateRange } from "./date-range.tsx";
import { startExport } from "./exports.tsx";
import { FilterChip, filtersOf } from "./filter-chip.tsx";
import styles from "./list.module.css";
import type { useTableMemory } from "./table-memory.ts";
import { toolLabel } from "./tool-label.tsx";
import { type FilterValue, isNarrowed, parseOperators } from "./url-state.ts";
import type { List } from "./use-list.ts";
import { ViewMenu } from "./view-menu.tsx";
import { ViewsMenu } from "./views-menu.tsx";

type Row = Record<string, unknown>;
interface Props {
  list: List<Row>;
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  table: ReturnType<typeof useTableMemory>;
  person: string;
  fixed: Readonly<Record<string, FilterValue>> | undefined;
}

/** Search, filters as chips, dates, columns, views, export: in one line where there is room. */
export function Toolbar({ list, all, shown, table, person, fixed }: Props): ReactNode {
  const isPhone = useIsPhone();
  const { declaration, state } = list;
  return (
    <div className={styles.toolbar}>
      {declaration.search && <SearchBox list={list} />}
      <div className={styles.chips}>
        {filtersOf(declaration, fixed).map(([name, filter]) => (
          <FilterChip
            key={name} filter={filter} value={state.filters[name]}
            onChange={(value) => list.change({ filters: Object.fromEntries(Object.entries({ ...state.filters, [name]: value }).filter((entry): entry is [string, FilterValue] => entry[1] !== undefined)) })}
          />
        ))}
        {declaration.ranges.length > 0 && <DateRange list={list} columns={all} />}
        {isNarrowed(state) && (
          <button type="button" className={styles.clear} onClick={() => list.change({ search: "", filters: {}, range: undefined })}>
            <IconX size={14} aria-hidden="true" /> Clear all
          </button>
        )}
      </div>
      <div className={styles.tools}>
        <ViewsMenu list={list} person={person} icon={<IconBookmark size={16} />} />
        {!isPhone && (
          <Popup trigger={toolLabel(<IconColumns3 size={16} />, "Columns")} className={styles.tool} kind="dialog" title="Columns and density" width={280} align="end">
            {() => <ViewMenu list={list} all={all} shown={shown} table={table} />}
          </Popup>
        )}
        <ExportMenu list={list} />
      </div>
    </div>
  );
}

const PAUSE_MS = 250;

function SearchBox({ list }: { list: List<Row> }): ReactNode {
  const { search, filters } = list.state;
  const [text, setText] = useState(search);
  const last = useRef(search);
  const { change } = list;
  // The address may change without us: Back, a saved view, "clear all".
  useEffect(() => {
    if (search === last.current) return;
    last.current = search;
    setText(search);
  }, [search]);
  useEffect(() => {
    if (text.trim() === last.current) return;
    const timer = setTimeout(() => {
      last.current = text.trim();
      change({ search: text.trim() }, { replace: true });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, change]);
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
      <input data-page-search type="search" aria-label={what} placeholder={what} value={text} onChange={(event) => setText(event.currentTarget.value)} onKeyDown={onKeyDown} autoComplete="off" spellCheck={false} maxLength={200} />
    </div>
  );
}

function ExportMenu({ list }: { list: List<Row> }): ReactNode {
  const title = useScreenTitle();
  const run = (type: "xlsx" | "csv"): void => void startExport(list.call, list.input as CallInput<Endpoint>, type, title);
  return (
    <Popup trigger={toolLabel(<IconDownload size={16} />, "Export")} className={styles.tool} kind="menu" title="Export" width={260} align="end">
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
