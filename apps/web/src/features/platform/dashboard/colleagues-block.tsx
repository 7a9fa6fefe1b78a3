import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useRecord } from "../../../shared/api/use-call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Figure } from "../../../shared/figures/figures.tsx";
import { Block } from "./block.tsx";

const LIST = "/admin/admins";
const having = (filter: object) => ({ query: { limit: 1, filter: JSON.stringify(filter) } }) as never;
const figure = (label: string, rows: number | undefined, query: string, tone?: "danger"): Figure => ({
  label,
  value: rows === undefined ? "–" : count(rows),
  href: `${LIST}?${query}`,
  tone: rows ? tone : undefined,
});

/** Who has access: those who may sign in, those who have not yet accepted, and those whom only a password protects. */
export function Colleagues(): ReactNode {
  const invited = useRecord(calls.colleagues.listAll, having({ status: ["invited"] }));
  const unprotected = useRecord(calls.colleagues.listAll, having({ status: ["active"], has_second_factor: false }));
  return (
    <Block
      title="Colleagues"
      call={calls.colleagues.listAll}
      input={having({ status: ["active"] })}
      to={LIST}
      empty="No colleagues yet"
      figures={({ total_count }) => [
        figure("Active", total_count, "f.status=active"),
        figure("Invited", invited.data?.total_count, "f.status=invited"),
        figure("No second factor", unprotected.data?.total_count, "f.status=active&f.has_second_factor=no", "danger"),
      ]}
    />
  );
}
