import { count } from "@manilla/contract/formats";
import type { Page } from "@manilla/contract/page";
import type { ReactNode } from "react";
import { AsAt } from "../ui/kit.tsx";
import { IconChevronLeft, IconChevronRight } from "../ui/icons.ts";
import { PAGE_SIZES } from "./declaration.ts";
import styles from "./list.module.css";
import { totalInWords } from "./total-in-words.ts";
import { pagesToShow } from "./url-state.ts";
import type { List } from "./use-list.ts";

/** How many there are, which of them are shown, and the way to the others. */
export function Pagination<Row>({ list, page }: { list: List<Row>; page: Page<Row> }): ReactNode {
  const { meta, items } = page;
  const first = (meta.page - 1) * meta.limit + 1;
  // Pointing at a page, or coming to it with the keyboard, is as good as half a press.
  const wayTo = (number: number): { onClick: () => void; onPointerEnter: () => void; onFocus: () => void } => ({
    onClick: () => list.change({ page: number }),
    onPointerEnter: () => list.fetchAhead({ page: number }),
    onFocus: () => list.fetchAhead({ page: number }),
  });
  return (
    <div className={styles.foot} data-pages={meta.totalPages}>
      <span className={styles.total}>
        {count(first)}–{count(first + items.length - 1)} of {totalInWords(page)}
        {meta.total_counted_at && (
          <>
            {" "}
            <AsAt at={meta.total_counted_at} />
          </>
        )}
      </span>
      <label className={styles.size}>
        <span>Rows</span>
        <select
          value={list.state.limit}
          onChange={(event) => list.change({ limit: Number(event.currentTarget.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </label>
      <nav className={styles.pages} aria-label="Pages">
        <button type="button" aria-label="Previous page" disabled={meta.page <= 1} {...wayTo(meta.page - 1)}>
          <IconChevronLeft size={16} />
        </button>
        {pagesToShow(meta.page, meta.totalPages).map((number, index) =>
          number === "gap" ? (
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={`Page ${number}`}
              aria-current={number === meta.page ? "page" : undefined}
              {...wayTo(number)}
            >
              {count(number)}
            </button>
          ),
        )}
        <button type="button" aria-label="Next page" disabled={meta.page >= meta.totalPages} {...wayTo(meta.page + 1)}>
          <IconChevronRight size={16} />
        </button>
      </nav>
    </div>
  );
}
