import type { Endpoint } from "@manilla/contract/endpoint";
import { type ComponentType, createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from "react";
import { useNavigate } from "react-router";
import type { Answer, CallInput } from "../api/call.ts";
import { useAction } from "../api/use-call.ts";
import { type Confirm, type Inverse, Question, undoing } from "../form/action-button.tsx";
import { maySend, useMaybeSession } from "../session/session.ts";
import { IconDots } from "../ui/icons.ts";
import { MenuItem, MenuText, Popup } from "../ui/popup.tsx";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";
import type { AnyRow } from "./row-id.ts";

/** Something that can be done with one record: a way, a dialog, or a call that is requested first. */
export type RowAction = {
  label: string;
  /** Why it cannot be done now. */
  disabledBecause?: string | undefined;
  /** A letter that chooses it on the record's page. */
  key?: string;
  /** Who may, where it is no call itself: those who may make this one. */
  can?: Endpoint | undefined;
} & (
  | { to: string }
  | { run: () => void }
  | {
      call: Endpoint;
      input: Record<string, unknown>;
      confirm: Confirm;
      /** The toast on success; a function shows its own. */
      done?: string | ((answer: Answer<Endpoint>) => void);
      /** The inverse, for what can be taken back. */
      undo?: (answer: Answer<Endpoint>) => Inverse | undefined;
      onDone?: () => void;
    }
);

/** Opens a dialog about a row, beside its menu. */
export type ShowDialog = (dialog: ComponentType<{ onClose: () => void }>) => void;
/** What can be done with a row. */
export type RowActions<Row> = (row: Row, show: ShowDialog) => readonly RowAction[];

export type Asked = Extract<RowAction, { call: Endpoint }>;

/** How an action is begun: a way is gone, a dialog opens, a call asks first. */
export function useChoose(ask: (action: Asked) => void): (action: RowAction) => void {
  const navigate = useNavigate();
  return (action) => {
    if ("to" in action) void navigate(action.to);
    else if ("run" in action) action.run();
    else ask(action);
  };
}

/** The lines of a menu of actions. */
export const MenuOf = ({
  actions,
  close,
  choose,
}: {
  actions: readonly RowAction[];
  close: () => void;
  choose: (action: RowAction) => void;
}): ReactNode =>
  actions.map((action) => (
    <MenuItem
      key={action.label}
      disabledBecause={action.disabledBecause}
      isDanger={"confirm" in action && action.confirm.style === "danger"}
      onChoose={() => (close(), choose(action))}
    >
      {action.label}
    </MenuItem>
  ));

const Shows = createContext<ShowDialog | undefined>(undefined);

/** Holds the dialogs of the rows inside. A colleague may take a row out of the view while somebody types about it: the dialog and the text stay. */
export function RowDialogs({ children }: { children: ReactNode }): ReactNode {
  const [Shown, setShown] = useState<ComponentType<{ onClose: () => void }>>();
  const show = useCallback<ShowDialog>((dialog) => setShown(() => dialog), []);
  return (
    <Shows value={show}>
      {children}
      {Shown && (
        <Suspense>
          <Shown onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Shows>
  );
}

interface MenuProps {
  row: AnyRow;
  label: string;
  actions: RowActions<AnyRow>;
}

/** The menu of a row, inside {@link RowDialogs}. Until it is opened it is a plain button: a page of rows must not cost a page of menus. */
export function RowMenu({ row, label, actions }: MenuProps): ReactNode {
  const show = use(Shows);
  if (!show) throw new Error("The menu of a row is used outside RowDialogs.");
  const ask = (action: Asked): void => show(({ onClose }) => <AskedAction action={action} onClose={onClose} />);
  return (
    <Popup
      trigger={<IconDots size={16} />}
      className={styles.dots}
      label={`Actions for ${label}`}
      kind="menu"
      title={`Actions for ${label}`}
      width={220}
      align="end"
    >
      {(close) => <Items row={row} actions={actions} close={close} onAsk={ask} show={show} />}
    </Popup>
  );
}

function Items({
  row,
  actions,
  close,
  onAsk,
  show,
}: {
  row: AnyRow;
  actions: RowActions<AnyRow>;
  close: () => void;
  onAsk: (action: Asked) => void;
  show: ShowDialog;
}): ReactNode {
  const session = useMaybeSession();
  const choose = useChoose(onAsk);
  // The rows below may change while a menu is open: it goes on speaking of the record for which it was opened.
  const [opened] = useState(row);
  const allowed = actions(row.id !== undefined && row.id === opened.id ? row : opened, show).filter((action) => {
    const call = "call" in action ? action.call : action.can;
    return !call || maySend(session, call);
  });
  if (allowed.length === 0) return <MenuText>Nothing you can do here</MenuText>;
  return <MenuOf actions={allowed} close={close} choose={choose} />;
}

const PaperQuestion = lazy(() => import("../form/paper-question.tsx"));

/** The question of an action, its call, and its toast. */
export const AskedAction = (asked: { action: Asked; onClose: () => void }): ReactNode =>
  asked.action.confirm.paper ? (
    <Suspense>
      <PaperQuestion {...asked} />
    </Suspense>
  ) : (
    <PlainQuestion {...asked} />
  );

function PlainQuestion({ action, onClose }: { action: Asked; onClose: () => void }): ReactNode {
  const { run, isPending, error } = useAction(action.call);
  const act = async (reason: string): Promise<void> => {
    const body = { ...(action.input["body"] as Record<string, unknown> | undefined), ...(reason ? { reason } : {}) };
    await run({ ...action.input, body } as CallInput<Endpoint>).then(
      (answer) => {
        const inverse = action.undo?.(answer);
        if (typeof action.done === "function") action.done(answer);
        else toast(action.done ?? "Done.", undoing(inverse));
        onClose();
        action.onDone?.();
      },
      // The dialog shows what went wrong and stays open.
      () => undefined,
    );
  };
  return (
    <Question
      opened
      question={action.confirm}
      isPending={isPending}
      error={error}
      onCancel={onClose}
      onYes={(reason) => void act(reason)}
    />
  );
}
