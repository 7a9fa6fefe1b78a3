import "../../../shared/ui/kit-styles.ts";
import { type RequestKind, requestKindWords, withoutReceipt } from "@manilla/contract/companies/expense-lines";
import { naira } from "@manilla/contract/formats";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FIELDS_TEXT } from "../../../shared/api/errors.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useCategories } from "../../../shared/expenses/use-categories.ts";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { RepeatedPanels } from "../../../shared/form/repeated-panels.tsx";
import { wholeFailure } from "../../../shared/form/whole-failure.ts";
import { Restored } from "../../../shared/form/restored.tsx";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { readRequestDraft, useRequestDraft } from "./request-draft.ts";
import { BLANK, type Content, type Found, type Line, amountOf, linesOf, toSend } from "./line.ts";
import { LineFields } from "./line-fields.tsx";
import { LinePurchase } from "./line-purchase.tsx";
import { type Wrong, messageAt, without, wrongFields, wrongOfLine } from "./wrong-fields.ts";
import { LineReceipts } from "./line-receipts.tsx";

/** What is requested, line by line. @param advance_id the advance that is retired @param save throws what the server said */
export function RequestForm({
  initial,
  advance_id = null,
  save,
}: {
  initial?: Found;
  advance_id?: string | null;
  save: (content: Content) => Promise<void>;
}): ReactNode {
  const categories = useCategories();
  const { data: terms } = useCall(calls.expenseRequests.terms, {});
  const [kept, setKept] = useState(() => (initial ? undefined : readRequestDraft(advance_id)));
  const [kind, setKind] = useState<RequestKind>(
    initial?.kind ?? kept?.kind ?? (advance_id ? "retirement" : "reimbursement"),
  );
  const [advance, setAdvance] = useState(initial?.advance_id ?? kept?.advance ?? advance_id ?? "");
  const [purpose, setPurpose] = useState(initial?.purpose ?? kept?.purpose ?? "");
  const [lines, setLines] = useState<readonly Line[]>(
    initial ? linesOf(initial) : (kept?.lines ?? [BLANK]).map((line) => ({ ...BLANK, ...line })),
  );
  const [timesCleared, setTimesCleared] = useState(0);
  const forget = useRequestDraft(!initial, advance_id, lines, { kind, advance, purpose });
  const clear = (): void => {
    setKept(undefined);
    setPurpose("");
    setLines([BLANK]);
    setTimesCleared(timesCleared + 1);
  };
  const [failure, setFailure] = useState<string>();
  const [wrong, setWrong] = useState<Wrong>({});
  const form = useRef<HTMLDivElement>(null);
  // What is wrong may be a screen above the button that was pressed.
  useEffect(() => {
    if (failure === FIELDS_TEXT) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failure]);
  const typed = (...names: string[]): void => setWrong((before) => without(before, names));
  const [pending, setPending] = useState<"draft" | "submit">();
  const send = async (is_draft: boolean): Promise<void> => {
    // Both buttons at once would ask twice.
    if (pending) return;
    setPending(is_draft ? "draft" : "submit");
    setFailure(undefined);
    setWrong({});
    try {
      await save({
        kind,
        purpose,
        advance_id: kind === "retirement" && advance !== "" ? advance : null,
        lines: lines.map((line) => toSend(kind, line)),
        is_draft,
      });
      forget();
    } catch (error) {
      const fields = wrongFields(error);
      setWrong(fields ?? {});
      setFailure(fields ? FIELDS_TEXT : wholeFailure(error, "Line"));
    }
    setPending(undefined);
  };
  // A line that goes leaves its number to the next one, and what is wrong with it to nobody.
  const keepLines = (next: readonly Line[]): void => {
    if (next.length < lines.length) setWrong({});
    setLines(next);
  };
  const sum = lines.reduce((total, line) => total + amountOf(kind, line, terms), 0);
  return (
    <div className="stack-12" ref={form}>
      {kept && <Restored onDiscard={clear} />}
      <Panel>
        <FieldRow>
          <TextInput
            label="What for"
            value={purpose}
            maxLength={200}
            error={messageAt(wrong, "purpose", purpose)}
            onChange={(event) => (setPurpose(event.currentTarget.value), typed("purpose"))}
          />
          <NativeSelect
            label="Kind"
            value={kind}
            data={Object.entries(requestKindWords).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setKind(event.currentTarget.value as RequestKind)}
          />
          {kind === "retirement" && (
            <NativeSelect
              label="Advance"
              value={advance}
              data={[
                { value: "", label: terms?.advances.length === 0 ? "You have no open advance" : "Choose…" },
                ...(terms?.advances ?? []).map(({ id, purpose: what, left_kobo }) => ({
                  value: id,
                  label: `${what}, ${naira(left_kobo)} left`,
                })),
              ]}
              error={messageAt(wrong, "advance_id", advance)}
              onChange={(event) => (setAdvance(event.currentTarget.value), typed("advance_id"))}
            />
          )}
        </FieldRow>
      </Panel>
      <RepeatedPanels key={timesCleared} items={lines} name="Line" onChange={keepLines}>
        {(line, change, number) => (
          <div className="stack-12">
            {kind === "retirement" && (
              <LinePurchase
                line={line}
                paid={(terms?.paid ?? []).filter(
                  ({ id }) => id === line.expense_id || lines.every(({ expense_id }) => expense_id !== id),
                )}
                change={change}
              />
            )}
            <LineFields
              kind={kind}
              line={line}
              terms={terms}
              wrong={wrongOfLine(wrong, number - 1)}
              change={(values) => {
                change(values);
                typed(...Object.keys(values).map((name) => `lines.${number - 1}.${name}`));
              }}
              categories={categories}
            />
            {!withoutReceipt.includes(kind) && (
              <LineReceipts line={line} taken={lines.flatMap(({ receipts }) => receipts)} change={change} />
            )}
          </div>
        )}
      </RepeatedPanels>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p>
        In all <strong>{naira(sum)}</strong>
      </p>
      <div className="buttons">
        <Button variant="default" onClick={() => setLines([...lines, BLANK])}>
          Add a line
        </Button>
        <Button variant="default" loading={pending === "draft"} onClick={() => void send(true)}>
          Keep as a draft
        </Button>
        <Button loading={pending === "submit"} onClick={() => void send(false)}>
          Ask for it
        </Button>
      </div>
    </div>
  );
}
