import { count, counted } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { type Answer } from "../api/call.ts";
import type { calls } from "../api/calls.gen.ts";
import { PlainTable } from "../figures/figures.tsx";
import { FileField } from "../form/file-field.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Notice, Panel } from "../ui/kit.tsx";
import { nameOf, Reasons, VerdictBadge } from "./verdicts.tsx";

type People = typeof calls.imports;
type Trial = Answer<People["tryMany"]>["trial"];

interface Props {
  /** The calls that try a file and that import it. */
  of: Pick<People | typeof calls.staffImports, "tryMany" | "createMany">;
  /** What one of the rows is: "customer". */
  noun: string;
  onDone: (answer: { import: { id: string }; is_repeated?: boolean }) => void | Promise<void>;
  /** What the browser alone sees in the file. */
  look?: (file: File | null) => ReactNode;
  children: ReactNode;
}

/** People from a file in two steps: what it would do with each row, then the import. */
export function TrialForm({ of, noun, onDone, look, children }: Props): ReactNode {
  const [tried, setTried] = useState<{ file: File; trial: Trial }>();
  const form = useCallForm(of.tryMany as People["tryMany"], {
    initial: { file: null },
    rules: { file: "required" },
    isGuarded: false,
    toBody: () => ({}) as never,
    // The form's values are typed by their beginning, which is no file; what was sent is one.
    onDone: ({ trial }, { file }) => setTried({ file: file as unknown as File, trial }),
  });
  const file = form.values.file as File | null;
  const current = tried && tried.file === file ? tried : undefined;
  return (
    <>
      <Panel>
        <Form form={form}>
          <FileField name="file" label="CSV file" of={of.tryMany} />
          {look?.(file)}
          {children}
          <SubmitButton isQuiet={current !== undefined}>Try the file</SubmitButton>
        </Form>
      </Panel>
      {current && <Verdicts key={current.trial.total_count} {...current} of={of} noun={noun} onDone={onDone} />}
    </>
  );
}

function Verdicts({
  file,
  trial: { total_count, created_count, already_count, refused_count, rows },
  of,
  noun,
  onDone,
}: { file: File; trial: Trial } & Pick<Props, "of" | "noun" | "onDone">): ReactNode {
  const form = useCallForm(of.createMany as People["createMany"], {
    initial: { file },
    isGuarded: false,
    toBody: () => ({}),
    onDone,
  });
  return (
    <Panel title="What the import would do">
      <Notice tone={created_count === 0 ? "danger" : refused_count > 0 ? "warning" : "success"}>
        <span role="status">
          Of {counted(total_count, "row")}, {count(created_count)} would be created, {count(already_count)}{" "}
          {already_count === 1 ? "is" : "are"} there already, {count(refused_count)} would be refused. Nothing was
          written yet, and nobody was written to.
        </span>
      </Notice>
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
            render: ({ verdict }) => <VerdictBadge verdict={verdict} isTrial />,
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
          {
            key: "reasons",
            header: "Why",
            card: "field",
            canWrap: true,
            render: ({ reasons }) => <Reasons of={reasons} />,
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
          <SubmitButton>Import {counted(created_count, noun)}</SubmitButton>
        </Form>
      )}
    </Panel>
  );
}
