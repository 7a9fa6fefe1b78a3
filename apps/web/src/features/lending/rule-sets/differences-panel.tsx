import { count } from "@manilla/contract/formats";
import { moduleNames } from "@manilla/contract/lending/rule-facts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import type { RuleSet } from "./rule-set-screen.tsx";
import { differences } from "@manilla/contract/lending/rule-words";
import styles from "./rules.module.css";

/** What a version that is not active would do otherwise than the one that is: what the second person has to judge. */
export function DifferencesPanel({ set }: { set: RuleSet }): ReactNode {
  const isAsked = set.status === "draft" || set.status === "waiting";
  const found = useCall(
    calls.ruleSets.listAll,
    { query: { filter: JSON.stringify({ status: "active" }), limit: 10 } },
    { enabled: isAsked },
  );
  const active = found.data?.items[0];
  const { data } = useCall(
    calls.ruleSets.find,
    { params: { id: active?.id ?? "" } },
    { enabled: active !== undefined },
  );
  if (!isAsked || !data || !active) return null;
  const rows = differences(data.rule_set.tables, set.tables);
  return (
    <Panel title={rows.length === 0 ? "What is different" : `What is different (${count(rows.length)})`} flush>
      <p className={styles.about}>
        Against the active rules,{" "}
        <Link to={`/admin/rule-sets/${active.id}`}>
          {active.number}: {active.name}
        </Link>
        .{rows.length === 0 && " Both decide alike so far."}
      </p>
      {rows.length > 0 && (
        <PlainTable
          caption="What is different"
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { key: "rule", width: 260, card: "title" },
            { key: "_part", render: ({ module }) => moduleNames[module].name, width: 120 },
            {
              key: "_before",
              canWrap: true,
              render: ({ before }) => before ?? <span className="muted">not there</span>,
            },
            { key: "_after", canWrap: true, render: ({ after }) => after ?? <span className="muted">removed</span> },
          ]}
        />
      )}
    </Panel>
  );
}
