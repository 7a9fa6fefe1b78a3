import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import styles from "./popup.module.css";

interface Props {
  /** What opens it: the button's content, class and spoken name. */
  trigger: ReactNode;
  className?: string | undefined;
  label?: string | undefined;
  /** What a short trigger means, on hover. */
  hint?: string;
  /** `menu` holds MenuItems and is walked with the arrow keys; `dialog` holds anything. */
  kind: "menu" | "dialog";
  /** The spoken name of what opens. */
  title: string;
  width: number;
  align?: "start" | "end";
  /** Drawn while open; gets the way to close it. */
  children: (close: () => void) => ReactNode;
}

const GAP = 4;
const EDGE = 8;

/** Places the popup below its button, above where there is more room, always inside the window. */
function place(button: HTMLElement, popup: HTMLElement, width: number, align: "start" | "end"): void {
  const at = button.getBoundingClientRect();
  const wide = Math.min(width, innerWidth - 2 * EDGE);
  const left = Math.max(EDGE, Math.min(align === "end" ? at.right - wide : at.left, innerWidth - wide - EDGE));
  const below = innerHeight - at.bottom - GAP - EDGE;
  const above = at.top - GAP - EDGE;
  const isAbove = below < Math.min(popup.scrollHeight, 240) && above > below;
  Object.assign(popup.style, {
    width: `${wide}px`,
    left: `${left}px`,
    top: isAbove ? "auto" : `${at.bottom + GAP}px`,
    bottom: isAbove ? `${innerHeight - at.top + GAP}px` : "auto",
    maxHeight: `${Math.max(isAbove ? above : below, 120)}px`,
  });
}

/**
 * A button that opens a menu or a small dialog beside itself, on the platform's own popover: top layer, Escape, a press
 * outside, and the focus back to the button. Nothing of it exists while it is closed.
 */
export function Popup({
  trigger,
  className,
  label,
  hint,
  kind,
  title,
  width,
  align = "start",
  children,
}: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  // A press on the button of an open popup dismisses it before the click arrives; that click must not open it again.
  const wasOpen = useRef(false);
  useEffect(() => {
    const [from, element] = [button.current, popup.current];
    if (!isOpen || !from || !element) return;
    element.showPopover();
    const replace = (): void => place(from, element, width, align);
    replace();
    (
      element.querySelector<HTMLElement>("[data-autofocus]") ??
      element.querySelector<HTMLElement>("[role=menuitem]:not(:disabled), input, select, button")
    )?.focus();
    addEventListener("resize", replace);
    addEventListener("scroll", replace, true);
    return () => {
      removeEventListener("resize", replace);
      removeEventListener("scroll", replace, true);
    };
  }, [isOpen, width, align]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Tab" && kind === "menu") return close();
    if (kind !== "menu" || !["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const items = [...(popup.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? items.length - 1
          : (at + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length;
    items[next]?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={hint}
        aria-haspopup={kind}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerDown={() => void (wasOpen.current = isOpen)}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        {trigger}
      </button>
      {isOpen && (
        // It has a role, menu or dialog, which the linter cannot read from a variable.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={popup}
          id={id}
          popover="auto"
          className={styles.popup}
          data-kind={kind}
          role={kind}
          aria-label={title}
          onToggle={(event) => event.newState === "closed" && setOpen(false)}
          onKeyDown={onKeyDown}
        >
          {children(close)}
        </div>
      )}
    </>
  );
}

/** A line of a menu. @param onChoose the menu closes first */
export function MenuItem({
  children,
  icon,
  onChoose,
  disabledBecause,
  isDanger,
}: {
  children: ReactNode;
  icon?: ReactNode;
  onChoose: () => void;
  disabledBecause?: string | undefined;
  isDanger?: boolean;
}): ReactNode {
  return (
    <button
      type="button"
      role="menuitem"
      className={styles.item}
      data-danger={isDanger ?? false}
      disabled={disabledBecause !== undefined}
      onClick={onChoose}
    >
      {icon}
      <span>
        {children}
        {disabledBecause && <small>{disabledBecause}</small>}
      </span>
    </button>
  );
}

/** A line between groups of a menu. */
export const MenuLine = (): ReactNode => <div className={styles.line} role="separator" />;
/** Words inside a menu that nothing can be done with. */
export const MenuText = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles.text} role="presentation">
    {children}
  </div>
);
