/** What is done with a record: one next step by its state and viewer, and the rest in a menu. One declaration for each noun. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { Button } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { AskedAction, MenuOf, type Asked, type RowAction, useChoose } from "../list/row-menu.tsx";
import { maySend, useMaybeSession } from "../session/session.ts";
import { useFocusRescue } from "../ui/focus.ts";
import { IconChevronDown } from "../ui/icons.ts";
import { useKeys, isShortcut } from "../ui/keys.ts";
import { Popup } from "../ui/popup.tsx";
import { toast } from "../ui/toasts.tsx";
import { type Actable, type ActingCall, inputOf, isPossible, questionOf, whyNot } from "./facts.ts";
import { usePageActs } from "./page-acts.ts";
import styles from "./work.module.css";

/** A dialog about a record. */
export type RecordDialog<R> = ComponentType<{ record: R; onClose: () => void }>;
/** Something that is not an action of its own: money that came, a way elsewhere. Nothing where it is out of the question now. */
export interface OtherAct<R> {
  name: string;
  /** Who may: those who may make this call. */
  can?: Endpoint;
  act: (record: R, show: (dialog: RecordDialog<R>) => void) => RowAction | undefined;
}

/** A way elsewhere, for those who may make the call that is shown there. */
export const linkAct = <R,>(
  name: string,
  label: string,
  can: Endpoint,
  to: (record: R) => string | false | null | undefined,
): OtherAct<R> => ({
  name,
  can,
  act: (record) => {
    const address = to(record);
    return address ? { label, to: address } : undefined;
  },
});

/** How a noun is worked, declared beside its page. */
export interface Work<R extends Actable> {
  /** All that can be done, in the order of the menu. */
  acts: (record: R) => readonly (ActingCall | OtherAct<R>)[];
  /** What comes next, said so that it also tells others whose turn it is; and the acts that do it, the first open one is offered. */
  next: (record: R) => { says: ReactNode; acts: readonly string[] };
  /** Acts that are always beside the next step. */
  beside?: readonly string[];
  /** Acts that the menu shows also where the record's state does not allow them. */
  isWhole?: (act: ActingCall) => boolean;
}

interface Props<R extends Actable> {
  of: R;
  work: Work<R>;
  /** The record in words, for the menu's spoken name. */
  label: string;
  /** Of the address, where they are more than the record's id. */
  params?: object;
  /** The inverse, for actions that can be taken back. */
  undo?: (call: ActingCall) => { call: Endpoint; input: object } | undefined;
  onDone?: (call: ActingCall) => void;
}

type Named = RowAction & { name: string };

/** The next step as the one filled button, what is always beside it, and the rest in a menu where what is barred says why. */
export function WorkBar<R extends Actable>({ of: record, work, label, params, undo, onDone }: Props<R>): ReactNode {
  const session = useMaybeSession();
  const [shown, setShown] = useState<RecordDialog<R>>();
  const [asked, setAsked] = useState<Asked>();
  const buttons = useFocusRescue<HTMLDivElement>();
  const choose = useChoose(setAsked);

  const named = (act: ActingCall | OtherAct<R>): Named | undefined => {
    if (!("action" in act)) {
      const made = act.can && !maySend(session, act.can) ? undefined : act.act(record, (one) => setShown(() => one));
      return made && { ...made, name: act.name };
    }
    const { name, asks } = act.action;
    const confirm = questionOf(act, record);
    if (!confirm || !asks || !isPossible(act, record, work.isWhole?.(act)) || !maySend(session, act)) return undefined;
    return {
      name,
      label: asks.label,
      call: act,
      input: { ...inputOf(act, record, params) },
      confirm,
      done: asks.done,
      disabledBecause: whyNot(act, record),
      ...(asks.key && { key: asks.key }),
      ...(undo && { undo: () => undo(act) }),
      ...(onDone && { onDone: () => onDone(act) }),
    };
  };
  const all = work.acts(record).flatMap((act) => named(act) ?? []);
  const next = work.next(record);
  const one = (name: string): Named | undefined => all.find((act) => act.name === name);
  const first = next.acts.map(one).find((act) => act && !act.disabledBecause);
  // Whose turn it would be, were it not for a rule: it says which.
  const barred = first ? undefined : next.acts.map(one).find((act) => act?.disabledBecause)?.disabledBecause;
  const beside = (work.beside ?? []).flatMap((name) => (name === first?.name ? [] : (one(name) ?? [])));
  const rest = all.filter((act) => act !== first && !beside.includes(act));

  const press = (act: Named): void => {
    if (act.disabledBecause) toast(act.disabledBecause, { tone: "neutral" });
    else choose(act);
  };
  usePageActs(all.flatMap((act) => (act.disabledBecause ? [] : [{ label: act.label, run: () => choose(act) }])));
  useKeys((event) => {
    const act = event.shiftKey || !isShortcut(event) ? undefined : all.find(({ key }) => key && key === event.key);
    if (!act || asked || shown) return;
    event.preventDefault();
    press(act);
  });
  const Shown = shown;
  return (
    <section className={styles.work} aria-label="Next step">
      <div className={styles.says}>
        {next.says}
        {barred && <div className="small muted">{barred}</div>}
      </div>
      <div className={styles.buttons} ref={buttons} tabIndex={-1}>
        {first && <ActButton act={first} variant="filled" onPress={press} />}
        {beside.map((act) => (
          <ActButton key={act.name} act={act} variant="default" onPress={press} />
        ))}
        {rest.length > 0 && (
          <Popup
            trigger={
              <>
                More <IconChevronDown size={16} aria-hidden="true" />
              </>
            }
            label={`More for ${label}`}
            className={styles.more}
            kind="menu"
            title={`More for ${label}`}
            width={280}
            align="end"
          >
            {(close) => <MenuOf actions={rest} close={close} choose={choose} />}
          </Popup>
        )}
      </div>
      {asked && <AskedAction action={asked} onClose={() => setAsked(undefined)} />}
      {Shown && (
        <Suspense>
          <Shown record={record} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  );
}

function ActButton({
  act,
  variant,
  onPress,
}: {
  act: Named;
  variant: "filled" | "default";
  onPress: (act: Named) => void;
}): ReactNode {
  const isBarred = act.disabledBecause !== undefined;
  const isDanger = "confirm" in act && act.confirm.style === "danger" && variant === "default";
  const look = {
    size: "sm",
    variant: isDanger ? "outline" : variant,
    ...(isDanger && { color: "var(--danger-text)" }),
    "aria-disabled": isBarred,
    "data-disabled": isBarred || undefined,
    "aria-keyshortcuts": act.key,
    title: act.disabledBecause,
  } as const;
  return "to" in act ? (
    <Button {...look} component={Link} to={act.to}>
      {act.label}
    </Button>
  ) : (
    <Button {...look} onClick={() => onPress(act)}>
      {act.label}
    </Button>
  );
}
