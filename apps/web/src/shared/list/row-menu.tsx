import type { Endpoint } from "@manilla/contract/endpoint";
import { Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import type { CallInput } from "../api/call.ts";
import { useAction } from "../api/use-call.ts";
import { type Confirm, Question } from "../form/action-button.tsx";
import { maySend, useMaybeSession } from "../session/session.ts";
import { IconDots } from "../ui/icons.ts";
import { toast } from "../ui/toasts.tsx";
import styles from "./list.module.css";

/** Something that can be done with one row: a way, or a call that is asked for first. */
export type RowAction =
  | { label: string; to: string }
  | { label: string; run: () => void }
  | { label: string; call: Endpoint; input: Record<string, unknown>; confirm: Confirm; done?: string; disabledBecause?: string | undefined };

interface Props<Row> {
  row: Row;
  label: string;
  actions: (row: Row) => readonly RowAction[];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** The menu of a row. Until it is opened it is a plain button: a page of rows must not cost a page of menus. */
export function RowMenu<Row>({ row, label, actions, isOpen, onOpen, onClose }: Props<Row>): ReactNode {
  const [asked, setAsked] = useState<Extract<RowAction, { call: Endpoint }>>();
  const button = (
    <button type="button" className={styles.dots} aria-label={`Actions for ${label}`} aria-haspopup="menu" aria-expanded={isOpen} onClick={isOpen ? onClose : onOpen}>
      <IconDots size={16} />
    </button>
  );
  return (
    <>
      {isOpen ? (
        <Menu opened onClose={onClose} position="bottom-end" width={220}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            <Items actions={actions(row)} onAsk={setAsked} />
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
      {asked && <AskedAction action={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function Items({ actions, onAsk }: { actions: readonly RowAction[]; onAsk: (action: Extract<RowAction, { call: Endpoint }>) => void }): ReactNode {
  const navigate = useNavigate();
  const session = useMaybeSession();
  const allowed = actions.filter((action) => !("call" in action) || maySend(session, action.call));
  if (allowed.length === 0) return <Menu.Label>Nothing you can do here</Menu.Label>;
  return allowed.map((action) => (
    <Menu.Item key={action.label} disabled={"call" in action && action.disabledBecause !== undefined} title={"call" in action ? action.disabledBecause : undefined} onClick={() => ("to" in action ? void navigate(action.to) : "run" in action ? action.run() : onAsk(action))}>
      {action.label}
    </Menu.Item>
  ));
}

function AskedAction({ action, onClose }: { action: Extract<RowAction, { call: Endpoint }>; onClose: () => void }): ReactNode {
  const { run, isPending, error } = useAction(action.call);
  const act = async (reason: string): Promise<void> => {
    const body = { ...(action.input["body"] as Record<string, unknown> | undefined), ...(reason ? { reason } : {}) };
    await run({ ...action.input, body } as CallInput<Endpoint>).then(
      () => {
        toast(action.done ?? "Done.");
        onClose();
      },
      // The dialog shows what went wrong and stays open.
      () => undefined,
    );
  };
  return <Question opened question={action.confirm} isPending={isPending} error={error} onCancel={onClose} onYes={(reason) => void act(reason)} />;
}
