import { type ReactNode, useEffect, useId, useRef } from "react";
import styles from "./dialog.module.css";
import { type Alert, showAlert } from "./alert.ts";
import { rescueFocus } from "./focus.ts";
import { IconX } from "./icons.ts";
import { LeaveDialog } from "./leave-dialog.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  title?: ReactNode;
  /** The spoken name where there is no title to be seen. */
  label?: string;
  size?: "sm" | "md" | "lg";
  role?: "dialog" | "alertdialog";
  /** `left` is the drawer of phones; `bare` has no head and no padding. */
  look?: "centre" | "left" | "bare";
  /** While something is under way the dialog stays: its outcome must not be missed. */
  isLocked?: boolean;
  children: ReactNode;
}

/** A form with something typed in it; passwords and codes are no loss. */
const TYPED =
  "form[data-changed]:has(select, textarea, input:not([type=password], [inputmode=numeric], [role=combobox]))";

const CLOSING: Alert = {
  style: "warning",
  title: "Close without sending?",
  body: "What you typed here is lost.",
  buttons: [
    { label: "Close", value: "close", style: "quiet" },
    { label: "Go on", value: "stay" },
  ],
};

/** A modal dialog on the platform's own element: the page behind it is inert, Escape closes, the focus comes back. */
export function Dialog({
  opened,
  onClose,
  title,
  label,
  size = "md",
  role,
  look = "centre",
  isLocked = false,
  children,
}: Props): ReactNode {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const openedAt = useRef(0);
  /** The second of two presses was meant for what opened it: it neither closes nor answers what nobody has read. */
  const isSecondPress = ({ timeStamp, detail }: { timeStamp: number; detail: number }): boolean =>
    detail > 1 && timeStamp - openedAt.current < 500;
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (!opened) return;
    const before = document.activeElement;
    dialog.showModal();
    openedAt.current = performance.now();
    (
      dialog.querySelector<HTMLElement>("[data-autofocus]") ??
      dialog.querySelector<HTMLElement>("form :is(input, select, textarea):enabled")
    )?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      setTimeout(rescueFocus);
    };
  }, [opened]);
  const leave = async (): Promise<void> => {
    if (isLocked) return;
    if (element.current?.querySelector(TYPED)) {
      if ((await showAlert(CLOSING)) !== "close") return;
      // The question goes first: while it is open nothing behind it can take the focus back.
      await new Promise((resolve) => setTimeout(resolve));
    }
    onClose();
  };
  // A second Escape closes a dialog in any case: one whose content must not be lost opens again, for any other the page is notified.
  const hasClosed = (): void => {
    const dialog = element.current;
    if (!opened || !dialog || dialog.open) return;
    if (isLocked || dialog.querySelector(TYPED)) dialog.showModal();
    else onClose();
  };
  return (
    // The element is interactive: Escape and a press on its backdrop are its own ways to close.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={styles.dialog}
      data-size={size}
      data-look={look}
      role={role}
      aria-labelledby={title === undefined ? undefined : heading}
      aria-label={label}
      onCancel={(event) => (event.preventDefault(), void leave())}
      onClose={hasClosed}
      onMouseDown={(event) => event.target === event.currentTarget && !isSecondPress(event) && void leave()}
      onClickCapture={(event) => isSecondPress(event) && (event.preventDefault(), event.stopPropagation())}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {/* Nothing is kept of a dialog that is not open: each opening begins afresh. */}
      {opened && (
        <div className={styles.inner}>
          {title !== undefined && (
            <div className={styles.head}>
              <h2 id={heading}>{title}</h2>
              {role !== "alertdialog" && !isLocked && (
                <button
                  type="button"
                  className={`${styles.close} reaches-further`}
                  aria-label="Close"
                  onClick={() => void leave()}
                >
                  <IconX size={18} />
                </button>
              )}
            </div>
          )}
          <div className={styles.body}>
            <LeaveDialog value={() => void leave()}>{children}</LeaveDialog>
          </div>
        </div>
      )}
    </dialog>
  );
}
