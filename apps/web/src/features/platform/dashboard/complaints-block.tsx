import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Block } from "./block.tsx";

const COMPLAINTS = "/admin/complaints?f.status=open,answered,escalated";

/** Complaints by their clock. */
export const Complaints = (): ReactNode => (
  <Block
    title="Complaints"
    call={calls.complaints.summary}
    to="/admin/complaints"
    empty="No open complaints"
    figures={({ open, due_soon, late, mine }) =>
      open === 0
        ? []
        : [
            {
              label: "Late",
              value: count(late),
              tone: late > 0 ? "danger" : undefined,
              href: `${COMPLAINTS}&f.is_late=true`,
            },
            { label: "Due in three days", value: count(due_soon), href: COMPLAINTS },
            { label: "Unresolved", value: count(open), note: `${count(mine)} mine`, href: COMPLAINTS },
          ]
    }
  />
);
