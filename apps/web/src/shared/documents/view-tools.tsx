import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { isShortcut, useKeys } from "../ui/keys.ts";
import styles from "./documents.module.css";

const ZOOMS = [1, 1.5, 2, 3, 4] as const;

export interface View {
  /** 1 is as wide as its frame. */
  zoom: number;
  /** Quarter turns to the right, 0 to 3. */
  quarters: number;
  canShrink: boolean;
  canGrow: boolean;
  shrink(): void;
  grow(): void;
  turn(by: 1 | -1): void;
}

/** How large and which way up something is shown. */
export function useView(): View {
  const [step, setStep] = useState(0);
  const [quarters, setQuarters] = useState(0);
  const last = ZOOMS.length - 1;
  return {
    zoom: ZOOMS[step] ?? 1,
    quarters,
    canShrink: step > 0,
    canGrow: step < last,
    shrink: () => setStep((now) => Math.max(0, now - 1)),
    grow: () => setStep((now) => Math.min(last, now + 1)),
    turn: (by) => setQuarters((now) => (now + by + 4) % 4),
  };
}

export interface Pages {
  page: number;
  count: number;
  go(page: number): void;
}

/** The keys: + and − the size, [ and ] the turn, PageUp and PageDown the page where there are several. */
function useViewKeys(view: View, pages: Pages | undefined): void {
  useKeys((event) => {
    const acts: Record<string, (() => void) | undefined> = {
      "+": view.grow,
      "=": view.grow,
      "-": view.shrink,
      "[": () => view.turn(-1),
      "]": () => view.turn(1),
      ...(pages &&
        pages.count > 1 && { PageDown: () => pages.go(pages.page + 1), PageUp: () => pages.go(pages.page - 1) }),
    };
    const act = isShortcut(event) ? acts[event.key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const Tool = ({
  keys,
  isOff,
  onClick,
  children,
}: {
  keys: string;
  isOff?: boolean;
  onClick: () => void;
  children: string;
}): ReactNode => (
  <Button
    size="compact-sm"
    variant="default"
    disabled={isOff ?? false}
    aria-keyshortcuts={keys}
    title={`Key ${keys}`}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** Size, turn and page of what is shown, by button and by key. */
export function ViewTools({ view, pages }: { view: View; pages?: Pages }): ReactNode {
  useViewKeys(view, pages);
  return (
    <div className={`buttons ${styles.tools}`} role="group" aria-label="View">
      <Tool keys="-" isOff={!view.canShrink} onClick={view.shrink}>
        Smaller
      </Tool>
      <span className="small" role="status">
        {Math.round(view.zoom * 100)}%
      </span>
      <Tool keys="+" isOff={!view.canGrow} onClick={view.grow}>
        Larger
      </Tool>
      <Tool keys="[" onClick={() => view.turn(-1)}>
        Turn left
      </Tool>
      <Tool keys="]" onClick={() => view.turn(1)}>
        Turn right
      </Tool>
      {pages && pages.count > 1 && (
        <>
          <Tool keys="PageUp" isOff={pages.page <= 1} onClick={() => pages.go(pages.page - 1)}>
            Previous page
          </Tool>
          <span className="small" role="status">
            Page {pages.page} of {pages.count}
          </span>
          <Tool keys="PageDown" isOff={pages.page >= pages.count} onClick={() => pages.go(pages.page + 1)}>
            Next page
          </Tool>
        </>
      )}
    </div>
  );
}
