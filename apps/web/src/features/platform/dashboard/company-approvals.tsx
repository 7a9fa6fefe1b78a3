import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useSession } from "../../../shared/session/session.ts";
import { Block } from "./block.tsx";

/** What the person decides for the company, and what they requested: also for heads of departments, who are personal accounts. */
export function CompanyApprovals({ type }: { type: string }): ReactNode {
  const { user } = useSession();
  return (
    <Block
      title="For me to decide"
      call={calls.approvalChains.waiting}
      to={`/${type}/approvals`}
      empty="Nothing waits for you"
      figures={({ to_decide, amount_kobo, asked }) => [
        ...(to_decide > 0
          ? [
              {
                label: "Pending",
                value: count(to_decide),
                ...(amount_kobo > 0 && { note: naira(amount_kobo) }),
                tone: "warning" as const,
                href: `/${type}/approvals?f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc`,
              },
            ]
          : []),
        // Somebody of a department has their own requests beside it.
        ...(asked > 0 && type === "corporate"
          ? [
              {
                label: "Requested by me",
                value: count(asked),
                href: `/${type}/approvals?f.status=pending&f.requester_id=${user.id}`,
              },
            ]
          : []),
      ]}
    />
  );
}
