/** How a standing order is worked from its page, by its sender and by those who may see it. */
import { day } from "@manilla/contract/formats";
import { lazy } from "react";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import type { OtherAct, Work } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { find, change, skip, pause, resume, end } = calls.standingOrders;
export type Order = Answer<typeof find>;

const ChangeDialog = lazy(async () => ({ default: (await import("./change-dialog.tsx")).ChangeDialog }));
const changeIt: OtherAct<Order> = {
  name: "change",
  can: change,
  act: (order, show) =>
    isPossible(change, order)
      ? { label: "Change…", run: () => show(ChangeDialog), disabledBecause: whyNot(change, order) }
      : undefined,
};

/** What becomes of it, in whole sentences. */
export function nextOf({ status, because, next_goes_on, past }: Order): { says: string; acts: readonly string[] } {
  const trying = past.find((date) => date.refused_because !== null && date.transfer_id === null);
  if (status === "paused") return { says: `Nothing is sent until it is resumed. ${because ?? ""}`, acts: ["resume"] };
  if (status === "awaiting_approval")
    return { says: "Nothing is sent before somebody else of the company has agreed.", acts: [] };
  if (status === "declined") return { says: `Nobody is paid by it. ${because ?? ""}`, acts: [] };
  if (status === "ended") return { says: "It sends nothing any more.", acts: [] };
  if (trying)
    return {
      says: `What was due on ${day(trying.due_on)} was not sent yet, and is tried again: ${trying.refused_because}.`,
      acts: ["change"],
    };
  return {
    says: next_goes_on ? `It is sent next on ${day(next_goes_on)}.` : "Its last date has come.",
    acts: ["change"],
  };
}

export const orderWork: Work<Order> = { acts: () => [changeIt, skip, pause, resume, end], next: nextOf };
