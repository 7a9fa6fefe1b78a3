/** Before several requests are approved together: of each who is paid, where, whether the bank's name agrees, and whether evidence is there. */
import { counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";

type Glance = Answer<typeof calls.approvals.glance>["requests"][number];

export function Glances({ ids }: { ids: readonly string[] }): ReactNode {
  const { data, isError } = useCall(calls.approvals.glance, { query: { ids: ids.join(",") } });
  if (isError) return <Notice tone="danger">The payees could not be read. Open the requests one by one.</Notice>;
  if (!data) return <p className="muted">Loading payees…</p>;
  const differ = data.requests.filter(({ names_differ }) => names_differ > 0).length;
  return (
    <>
      {differ > 0 && <Notice tone="warning">{`In ${counted(differ, "request")} the bank has another name.`}</Notice>}
      <ul style={{ margin: 0, paddingInlineStart: "1.2em", maxHeight: "40vh", overflowY: "auto" }}>
        {data.requests.map((request) => (
          <One key={request.id} {...request} />
        ))}
      </ul>
    </>
  );
}

function One({ title, amount_kobo, lines, names_differ, has_evidence }: Glance): ReactNode {
  return (
    <li>
      {title}
      {amount_kobo !== null && !title.includes(naira(amount_kobo)) && ` · ${naira(amount_kobo)}`}{" "}
      {names_differ > 0 && <ToneBadge tone="danger">Name differs</ToneBadge>}{" "}
      {has_evidence !== null && (
        <ToneBadge tone={has_evidence ? "success" : "warning"}>{has_evidence ? "Evidence" : "No evidence"}</ToneBadge>
      )}
      {lines.map((line) => (
        <div key={line} className="muted small">
          {line}
        </div>
      ))}
    </li>
  );
}
