import { count, counted, day, isoDay, naira, sentence } from "@manilla/contract/formats";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { send } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { keyOf } from "../../../shared/api/use-call.ts";
import { OutcomeBadge } from "../../../shared/decisions/outcomes.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { DateField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { RuleSet } from "./rule-set-screen.tsx";
import styles from "./rules.module.css";

type Backtest = RuleSet["backtests"][number];
const POLL_MS = 1_000;
const YEAR_MS = 365 * 86_400_000;

/** Past decisions under these rules: who would change, and what it would have cost. */
export function Backtests({ set }: { set: RuleSet }): ReactNode {
  const mayTest = useMay(calls.ruleSets.startBacktest);
  const running = set.backtests.some(({ status }) => status === "pending" || status === "running");
  const input = { params: { id: set.id } };
  // While a test runs the page looks again; when it has ended, everything on the screen is read once more.
  const { data } = useQuery({
    queryKey: [...keyOf(calls.ruleSets.find, input), "progress"],
    queryFn: ({ signal }) => send(calls.ruleSets.find, input, { signal }),
    enabled: running,
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  const isOver =
    running &&
    data !== undefined &&
    data.rule_set.backtests.every(({ status }) => status === "done" || status === "failed");
  useEffect(() => {
    if (isOver) void refreshEverything();
  }, [isOver]);
  return (
    <Panel title="Tests on past decisions">
      {mayTest && <NewTest id={set.id} />}
      {set.backtests.length === 0 && (
        <Empty title="Not tested yet">A version is activated only after a test of just these rules.</Empty>
      )}
      {set.backtests.map((test) => (
        <Result key={test.id} test={data?.rule_set.backtests.find(({ id }) => id === test.id) ?? test} />
      ))}
    </Panel>
  );
}

function NewTest({ id }: { id: string }): ReactNode {
  const form = useCallForm(calls.ruleSets.startBacktest, {
    initial: { from: isoDay(new Date(Date.now() - YEAR_MS)), to: isoDay(new Date()) },
    params: { id },
    isGuarded: false,
    onDone: () => toast("The test runs."),
  });
  return (
    <Form form={form}>
      <FieldRow>
        <DateField name="from" label="Decisions from" />
        <DateField name="to" label="Decisions up to" />
      </FieldRow>
      <SubmitButton>Test on past decisions</SubmitButton>
    </Form>
  );
}

function Result({ test }: { test: Backtest }): ReactNode {
  const isRunning = test.status === "pending" || test.status === "running";
  return (
    <section className={styles.test} aria-label={`Test of ${day(test.from)} to ${day(test.to)}`}>
      <p className={styles.result}>
        <strong>
          {day(test.from)} to {day(test.to)}
        </strong>
        <ToneBadge tone={test.status === "failed" ? "danger" : test.status === "done" ? "success" : "info"}>
          {sentence(test.status)}
        </ToneBadge>
        {!test.is_current && <ToneBadge tone="warning">The rules have changed since</ToneBadge>}
        <span className="muted">
          {test.created_by}, <When at={test.created_at} />
        </span>
      </p>
      {test.failure && <Notice tone="danger">{test.failure}</Notice>}
      {isRunning && (
        <progress className={styles.progress} max={test.total} value={test.done} aria-label="Progress of the test" />
      )}
      <Facts
        items={[
          { label: "Decisions", value: `${count(test.done)} of ${count(test.total)}` },
          {
            label: "Would change",
            value:
              test.changed > 0 ? (
                <Link to={`/admin/rule-sets/backtests/${test.id}`}>{counted(test.changed, "decision")}: see which</Link>
              ) : (
                "None"
              ),
          },
          {
            label: "Would not have been lent",
            value: `${naira(test.cost.lost_principal_kobo)}, with ${naira(test.cost.lost_interest_kobo)} of interest`,
          },
          { label: "Losses avoided", value: naira(test.cost.saved_losses_kobo) },
          { label: "Limits that would be higher, by", value: naira(test.cost.added_limit_kobo) },
        ]}
      />
      {test.moves.length > 0 && (
        <PlainTable
          caption="What would change"
          rows={test.moves}
          keyOf={(move) => `${move.before}-${move.after}`}
          columns={[
            { key: "before", header: "Was", card: "title", render: (move) => <OutcomeBadge outcome={move.before} /> },
            { key: "after", header: "Would be", render: (move) => <OutcomeBadge outcome={move.after} /> },
            { key: "count", header: "Decisions", kind: "number" },
          ]}
        />
      )}
    </section>
  );
}
