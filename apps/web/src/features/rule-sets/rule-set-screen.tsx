import { count, sentence } from "@manilla/contract/formats";
import { kindOfModule, moduleNames } from "@manilla/contract/rule-facts";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import type { Answer } from "../../shared/api/call.ts";
import { CallError, errorText } from "../../shared/api/errors.ts";
import { useAction, useCall } from "../../shared/api/use-call.ts";
import { ActionButton } from "../../shared/form/action-button.tsx";
import { useMay } from "../../shared/session/session.ts";
import { ToneBadge } from "../../shared/ui/badge.tsx";
import { Facts, Failure, Notice, Panel, Skeleton, When } from "../../shared/ui/kit.tsx";
import { Page } from "../../shared/ui/page.tsx";
import { toast } from "../../shared/ui/toasts.tsx";
import { Backtests } from "./backtests.tsx";
import { ReadTable } from "./read-table.tsx";
import styles from "./rules.module.css";
import { statusTones } from "./rule-sets-screen.tsx";
import { TableEditor } from "./table-editor.tsx";
import { TryOut } from "./try-out.tsx";

export type RuleSet = Answer<typeof calls.ruleSets.find>["rule_set"];
export type Table = RuleSet["tables"][number];

/** One version: its tables, what it would have changed, and the way to make it the active one. */
export default function RuleSetScreen(): ReactNode {
  const { id = "" } = useParams();
  const { data, error, refetch } = useCall(calls.ruleSets.find, { params: { id } }, { freshForMs: 0 });
  const set = data?.rule_set;
  return (
    <Page title={set ? `Rules ${set.number}: ${set.name}` : "Credit rules"} lead={<Link to="/admin/rule-sets">All versions</Link>} actions={set && <Activate set={set} />}>
      {error && !set && <Failure error={error} onRetry={() => void refetch()} />}
      {!set && !error && <Skeleton height={320} />}
      {set && <Details key={`${set.id}-${set.version}`} set={set} />}
    </Page>
  );
}

function Activate({ set }: { set: RuleSet }): ReactNode {
  if (set.status !== "draft") return null;
  const isTested = set.backtests.some(({ is_current, status }) => is_current && status === "done");
  return (
    <ActionButton
      call={calls.ruleSets.activate} params={{ id: set.id }} body={{ version: set.version } as never} variant="primary" disabledBecause={isTested ? undefined : "Test just these rules on past decisions first."}
      confirm={{ title: "Ask to make these rules the active ones?", facts: [{ label: "Version", value: `${set.number}: ${set.name}` }], body: "A second person decides. From then on every decision follows these rules.", reason: "required", yes: "Ask" }}
      done="Asked. A second person decides; the present rules hold until then."
    >
      Ask to activate
    </ActionButton>
  );
}

function Details({ set }: { set: RuleSet }): ReactNode {
  const mayChange = useMay(calls.ruleSets.update) && set.status === "draft";
  return (
    <>
      <Panel>
        <Facts
          items={[
            { label: "Status", value: <ToneBadge tone={statusTones[set.status]}>{sentence(set.status)}</ToneBadge> },
            { label: "Drafted", value: <>{set.created_by ?? "Set up with the system"}, <When at={set.created_at} /></> },
            ...(set.activated_at ? [{ label: "Activated", value: <>{set.activated_by ?? "Set up with the system"}, <When at={set.activated_at} /></> }] : []),
            { label: "Decisions", value: <Link to={`/admin/credit-decisions?f.rule_set_number=${set.number}`}>{count(set.decisions)}</Link> },
            ...(set.note ? [{ label: "Note", value: set.note }] : []),
          ]}
        />
      </Panel>
      {mayChange ? <Editor set={set} /> : <Tables set={set} />}
      <TryOut id={set.id} />
      <Backtests set={set} />
    </>
  );
}

function Tables({ set }: { set: RuleSet }): ReactNode {
  return set.tables.map((table) => (
    <Panel key={table.module} title={moduleNames[table.module].name} flush>
      <p className={styles.about}>{moduleNames[table.module].description}</p>
      <ReadTable table={table} />
    </Panel>
  ));
}

/** What stands at a cell: `tables.0.rows.2.when.age_years` → `0.2.when.age_years`. */
const problemsOf = (error: unknown): Record<string, string> =>
  error instanceof CallError ? Object.fromEntries(Object.entries(error.fields).flatMap(([field, messages]) => { const found = /^tables\.(\d+)\.rows\.(\d+)\.(.+)$/.exec(field); return found ? [[`${found[1]}.${found[2]}.${found[3]}`, messages[0] ?? ""]] : []; })) : {};

function Editor({ set }: { set: RuleSet }): ReactNode {
  const [tables, setTables] = useState<Table[]>(set.tables);
  const save = useAction(calls.ruleSets.update);
  const problems = problemsOf(save.error);
  const isChanged = tables !== set.tables;
  const store = (): void => {
    void save.run({ params: { id: set.id }, body: { name: set.name, note: set.note, tables, version: set.version } }).then(() => toast("Saved. Test the rules before you activate them."), () => undefined);
  };
  return (
    <>
      {tables.map((table, index) => (
        <Panel key={table.module} title={moduleNames[table.module].name} flush>
          <p className={styles.about}>
            {moduleNames[table.module].description} {kindOfModule(table.module) === "value" && "The rows are looked at from above; the first one that applies counts."}
          </p>
          <TableEditor table={table} index={index} problems={problems} onChange={(next) => setTables(tables.map((other, place) => (place === index ? next : other)))} />
        </Panel>
      ))}
      {save.error !== undefined && (
        <Notice tone="danger">
          <span role="alert">{Object.keys(problems).length > 0 ? `${Object.keys(problems).length} cells cannot be used; they are marked.` : errorText(save.error)}</span>
        </Notice>
      )}
      <div className={styles.save}>
        <Button onClick={store} loading={save.isPending} disabled={!isChanged}>Save the rules</Button>
        {isChanged && <Button variant="default" onClick={() => setTables(set.tables)}>Take the changes back</Button>}
      </div>
    </>
  );
}
