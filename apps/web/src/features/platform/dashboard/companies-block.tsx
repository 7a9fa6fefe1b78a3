import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { When } from "../../../shared/ui/kit.tsx";
import { Block } from "./block.tsx";

const FIRST = { query: { page: 1, limit: 5 } };

/** Companies that have applied; the longest waiting comes first. */
export const Applications = (): ReactNode => (
  <Block
    title="Company applications"
    call={calls.admissions.requests}
    input={FIRST}
    to="/admin/companies/requests"
    empty="No company waits for a decision"
    figures={({ total_count, items: [oldest] }) =>
      oldest
        ? [
            { label: "Waiting", value: count(total_count), href: "/admin/companies/requests" },
            {
              label: "Oldest",
              value: <When at={oldest.created_at} />,
              note: oldest.name,
              href: `/admin/companies/${oldest.id}`,
            },
          ]
        : []
    }
  />
);
