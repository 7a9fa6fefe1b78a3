import { count, counted } from "@manilla/contract/formats";
import type { ColumnsOfFile } from "@manilla/contract/people/import-columns";
import { type ReactNode, useState } from "react";
import { type Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";
import { PlainTable } from "../figures/figures.tsx";
import { FileField } from "../form/file-field.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import styles from "./import-page.module.css";
import { FileColumns, type NamedColumns } from "./file-columns.tsx";
import { Notice, Panel } from "../ui/kit.tsx";
import { type DeclaredColumn } from "../list/columns.tsx";
import { nameOf, Reasons, VerdictBadge } from "./verdicts.tsx";

type People = typeof calls.imports;
type Trial = Answer<People["tryMany"]>["trial"];
export type TrialRow = Trial["rows"][number];

interface Props {
  /** The calls that try a file and that import it. */
  of: Pick<People | typeof calls.staffImports | typeof calls.loanImports, "tryMany" | "createMany">;
  /** What one of the rows is: "customer". */
  noun: string;
  /** On the button, before how many; and what becomes of a row that goes in. */
  act?: string;
  become?: string;
  label?: string;
  /** What a kind of file shows of its rows and in all besides. */
  beside?: readonly DeclaredColumn<TrialRow>[];
  sums?: (trial: Trial) => ReactNode;
  onDone: (answer: { import: { id: string }; is_repeated?: boolean }) => void | Promise<void>;
  columns: ColumnsOfFile;
  children: ReactNode;
}

interface Tried {
  file: File;
  named: NamedColumns;
  trial: Trial;
}
const NONE: NamedColumns = {};
const bodyOf = (named: NamedColumns) => (Object.keys(named).length > 0 ? { columns: JSON.stringify(named) } : {});

/** A file in two steps: what it would do with each row, then the import. */
export function TrialForm({ columns, children, label = "CSV file", ...rest }: Props): ReactNode {
  const { of } = rest;
  const [tried, setTried] = useState<Tried>();
  const [chosen, setChosen] = useState<{ file: File | null; named: NamedColumns }>({ file: null, named: {} });
  const form = useCallForm(of.tryMany as People["tryMany"], {
    initial: { file: null },
    rules: { file: "required" },
    isGuarded: false,
    toBody: () => bodyOf(named),
    // The form's values are typed by their beginning, which is no file; what was sent is one.
    onDone: ({ trial }, { file }) => setTried({ file: file as unknown as File, named, trial }),
  });
  const file = form.values.file as File | null;
  const named = chosen.file === file ? chosen.named : NONE;
  const current = tried && tried.file === file && tried.named === named ? tried : undefined;
  return (
    <>
      <Panel>
        <Form form={form}>
          <FileField name="file" label={label} of={of.tryMany} />
          <FileColumns file={file} of={columns} named={named} onName={(next) => setChosen({ file, named: next })} />
          {children}
          <SubmitButton isQuiet={current !== undefined}>Try the file</SubmitButton>
        </Form>
      </Panel>
      {current && <Verdicts key={current.trial.total_count} {...current} {...rest} />}
    </>
  );
}

function Verdicts({
  file,
  named,
  trial,
  of,
  noun,
  onDone,
  act = "Import",
  become = "created",
  beside = [],
  sums,
}: Tried & Omit<Props, "columns" | "children" | "label">): ReactNode {
  const { total_count, created_count, already_count, refused_count, rows } = trial;
  const form = useCallForm(of.createMany as People["createMany"], {
    initial: { file },
    isGuarded: false,
    toBody: () => bodyOf(named),
    onDone,
  });
  return (
    <Panel title="What the import would do">
      <Notice tone={created_count === 0 ? "danger" : refused_count > 0 ? "warning" : "success"}>
        <span role="status">
          Of {counted(total_count, "row")}, {count(created_count)} would be {become}, {count(already_count)}{" "}
          {already_count === 1 ? "is" : "are"} there already, {count(refused_count)} would be refused. Nothing was
          written yet, and nobody was written to.
        </span>
      </Notice>
      {sums && <div className={styles.sums}>{sums(trial)}</div>}
      <PlainTable
        caption="Verdicts of rows"
        rows={rows}
        columns={[
          { key: "number", header: "Row", kind: "number", width: 70, card: "field" },
          {
            key: "verdict",
            header: "Verdict",
            width: 150,
            card: "badge",
            render: ({ verdict }) => <VerdictBadge verdict={verdict} created={`Would be ${become}`} isTrial />,
          },
          {
            key: "name",
            header: "Name",
            card: "title",
            width: 170,
            canWrap: true,
            render: (row) => (
              <>
                {nameOf(row)}
                {row.email && <div className="muted small">{row.email}</div>}
              </>
            ),
          },
          ...beside,
          {
            key: "reasons",
            header: "Why",
            card: "field",
            canWrap: true,
            render: ({ reasons, ...row }) => (
              <Reasons of={"warnings" in row ? [...reasons, ...(row.warnings as string[])] : reasons} />
            ),
          },
        ]}
      />
      {rows.length < total_count && (
        <p className="small muted">
          The first {count(rows.length)} of {count(total_count)} rows, those that would not go in before the others.
        </p>
      )}
      {created_count > 0 && (
        <Form form={form}>
          <SubmitButton>
            {act} {counted(created_count, noun)}
          </SubmitButton>
        </Form>
      )}
    </Panel>
  );
}
