/** Blocks that count the rows of a list in some states, and open them. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { count } from "@manilla/contract/formats";
import { exceptionStates } from "@manilla/contract/money/reconciliation-states";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Block } from "./block.tsx";

const openRows = (call: Endpoint, states: readonly string[], list: string, title: string, empty: string) =>
  function OpenRows(): ReactNode {
    const to = `/admin/${list}?f.status=${states.join(",")}`;
    const query = { limit: 1, filter: JSON.stringify({ status: states }) };
    return (
      <Block
        isSmall
        title={title}
        call={call as typeof calls.reconciliation.listAll}
        input={{ query } as never}
        to={to}
        empty={empty}
        figures={({ total_count }) => (total_count ? [{ label: "Open", value: count(total_count), href: to }] : [])}
      />
    );
  };

const appeals = calls.appeals;
const communications = calls.communications;
const limits = calls.limits;
const reconciliation = calls.reconciliation;
export const Exceptions = openRows(
  reconciliation.listAll,
  exceptionStates,
  "reconciliation",
  "Exceptions",
  "Nothing is open",
);
export const Appeals = openRows(appeals.listAll, ["pending"], "users/appeal-requests", "Appeals", "No open appeals");
export const HigherLimits = openRows(
  limits.listRequests,
  ["pending"],
  "users/limit-increase-request",
  "Higher limits",
  "No open requests",
);
export const Messages = openRows(
  communications.listAll,
  ["scheduled", "sending"],
  "communications",
  "Messages to many",
  "No message is being sent",
);
