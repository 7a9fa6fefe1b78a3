/** The dialogs about an instalment, loaded when one is opened: asked from the list of repayments and from the loan's page. */
import { type ComponentType, lazy } from "react";
import type { Receivable } from "./receivable.ts";

type Props = { row: Receivable; onClose: () => void };
const receive = () => import("./receive-dialogs.tsx");
/** One of the dialogs of a module, loaded with it. */
const one = <Name extends string>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

export const receivingDialogs = {
  settle: one(receive, "SettleDialog"),
  part: one(receive, "PartDialog"),
  card: one(receive, "CardDialog"),
  waive: one(() => import("./waive-dialog.tsx"), "WaiveDialog"),
  earlier: one(() => import("./back-date-dialog.tsx"), "BackDateDialog"),
};
export type Receiving = keyof typeof receivingDialogs;
