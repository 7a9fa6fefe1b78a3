import { count, counted, sentence } from "@manilla/contract/formats";
import { kindOfModule, moduleNames } from "@manilla/contract/lending/rule-facts";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { factName } from "../../../shared/decisions/fact-words.ts";
import { UnsavedGuard } from "../../../shared/form/unsaved-guard.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Backtests } from "./backtests.tsx";
import { DifferencesPanel } from "./differences-panel.tsx";
import { ReadTable } from "./read-table.tsx";
import styles from "./rules.module.css";
import { RuleSetBadge } from "./rule-sets-screen.tsx";
import { cellId, TableEditor } from "./table-editor.tsx";
import { FormulaNames } from "./value-field.tsx";
import { TryOut } from "./try-out.tsx";

export type RuleSet = Answer<typeof calls.ruleSets.find>["rule_set"];
export type Table = RuleSet["tables"][number];

/** One version: its tables, what it would have changed, and the way to make it the active one. */
export default function RuleSetScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.ruleSets.find}
      title={({ rule_set }) => `Rules ${rule_set.number}: ${rule_set.name}`}
      lead={() => <Link to="/admin/rule-sets">All versions</Link>}
      actions={(data) => data && <Actions of={data.rule_set} calls={[calls.ruleSets.activate]} />}
      height={320}
    >
      {({ rule_set }) => <Details key={`${rule_set.id}-${rule_set.version}`} set={rule_set} />}
    </RecordPage>
  );
}

function Details({ set }: { set: RuleSet }): ReactNode {
  const mayChange = useMay(calls.ruleSets.update) && set.status === "draft";
  return (
    <>
      <Panel>
        <Facts
          items={[
            { label: "Status", value: <RuleSetBadge status={set.status} /> },
            {
              label: "Drafted",
              value: (
                <>
                  {set.created_by ?? "Set up with the system"}, <When at={set.created_at} />
                </>
              ),
            },
            set.activated_at && {
              label: "Activated",
              value: (
                <>
                  {set.activated_by ?? "Set up with the system"}, <When at={set.activated_at} />
                </>
              ),
            },
            {
              label: "Decisions",
              value: <Link to={`/admin/credit-decisions?f.rule_set_number=${set.number}`}>{count(set.decisions)}</Link>,
            },
            set.note && { label: "Note", value: set.note },
          ]}
        />
      </Panel>
      {set.status === "waiting" && (
        <Notice
          tone="warning"
          action={<Link to="/admin/approvals?f.kind=activate_rule_set&f.status=pending">Open the request</Link>}
        >
          A second person has to agree before these rules decide.
        </Notice>
      )}
      <DifferencesPanel set={set} />
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

interface Problem {
  table: number;
  row: number;
  field: string;
  message: string;
}

/** What is wrong, and where: `tables.0.rows.2.when.age_years`. */
const problemsOf = (error: unknown): Problem[] =>
  error instanceof CallError
    ? Object.entries(error.fields).flatMap(([name, messages]) => {
        const [, table, row, field] = /^tables\.(\d+)\.rows\.(\d+)\.(.+)$/.exec(name) ?? [];
        return field ? [{ table: Number(table), row: Number(row), field, message: messages[0] ?? "" }] : [];
      })
    : [];
const fieldInWords = (field: string): string =>
  field.startsWith("when.")
    ? factName(field.slice("when.".length))
    : field === "reason"
      ? "Reason given"
      : sentence(field);

/** What cannot be used, with a way to each place; takes the focus so that nobody has to look for it. */
function Problems({
  tables,
  problems,
  error,
}: {
  tables: readonly Table[];
  problems: readonly Problem[];
  error: unknown;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [error]);
  return (
    <div ref={box} role="alert" tabIndex={-1}>
      <Notice tone="danger">
        {problems.length === 0 ? errorText(error) : `${counted(problems.length, "field")} cannot be used:`}
        <ul className={styles.problems}>
          {problems.map(({ table, row, field, message }) => (
            <li key={cellId(table, row, field)}>
              <a
                href={`#${cellId(table, row, field)}`}
                onClick={(event) => (
                  event.preventDefault(),
                  document.getElementById(cellId(table, row, field))?.focus()
                )}
              >
                {tables[table] && moduleNames[tables[table].module].name}, rule {row + 1}, {fieldInWords(field)}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Editor({ set }: { set: RuleSet }): ReactNode {
  const [tables, setTables] = useState<Table[]>(set.tables);
  const save = useAction(calls.ruleSets.update);
  const found = problemsOf(save.error);
  const problems = Object.fromEntries(
    found.map(({ table, row, field, message }) => [`${table}.${row}.${field}`, message]),
  );
  const isChanged = tables !== set.tables;
  const store = (): void => {
    void save
      .run({ params: { id: set.id }, body: { name: set.name, note: set.note, tables, version: set.version } })
      .then(
        () => toast("Saved. Test the rules before you activate them."),
        () => undefined,
      );
  };
  return (
    <>
      {isChanged && !save.isPending && <UnsavedGuard isKept={false} />}
      {tables.map((table, index) => (
        <Panel key={table.module} title={moduleNames[table.module].name} flush>
          <p className={styles.about}>
            {moduleNames[table.module].description}{" "}
            {kindOfModule(table.module) === "value" && "The rules are looked at from above."}
          </p>
          <TableEditor
            table={table}
            index={index}
            problems={problems}
            onChange={(next) => setTables(tables.map((other, place) => (place === index ? next : other)))}
          />
          {kindOfModule(table.module) === "value" && <FormulaNames />}
        </Panel>
      ))}
      {save.error !== undefined && <Problems tables={tables} problems={found} error={save.error} />}
      {(isChanged || save.isPending) && (
        <div className={styles.save} role="region" aria-label="Changed rules">
          <p>The rules have changes that are not saved.</p>
          <Button variant="default" disabled={save.isPending} onClick={() => (save.reset(), setTables(set.tables))}>
            Take the changes back
          </Button>
          <Button onClick={store} loading={save.isPending}>
            Save the rules
          </Button>
        </div>
      )}
    </>
  );
}
