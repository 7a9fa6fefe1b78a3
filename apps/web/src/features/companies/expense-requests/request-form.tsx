import "../../../shared/ui/kit-styles.ts";
import { naira, shortDay, isoDayOf } from "@manilla/contract/formats";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { type Receipt, receiptWords } from "../../../shared/expenses/receipt-list.tsx";
import { SendReceiptDialog } from "../../../shared/expenses/send-receipt-dialog.tsx";
import { Amount } from "../../../shared/form/amount.tsx";
import { FieldRow } from "../../../shared/form/fields.tsx";
import { wholeFailure } from "../../../shared/form/whole-failure.ts";
import { useCategories } from "../../../shared/expenses/use-categories.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { RepeatedPanels } from "../../../shared/form/repeated-panels.tsx";

type Found = Answer<typeof calls.expenseRequests.find>;
interface Line {
  merchant: string;
  category_id: string;
  amount_kobo: number | null;
  spent_on: string;
  receipts: readonly { id: string; name: string }[];
}
export interface Content {
  kind: Found["kind"];
  purpose: string;
  lines: {
    merchant: string;
    category_id: string | null;
    amount_kobo: number;
    spent_on: string;
    receipt_ids: string[];
  }[];
  is_draft: boolean;
}

const BLANK: Line = { merchant: "", category_id: "", amount_kobo: null, spent_on: "", receipts: [] };

/** What is asked for, line by line. @param save throws what the server said */
export function RequestForm({
  initial,
  save,
}: {
  initial?: Found;
  save: (content: Content) => Promise<void>;
}): ReactNode {
  const categories = useCategories();
  const [kind, setKind] = useState<Content["kind"]>(initial?.kind ?? "reimbursement");
  const [purpose, setPurpose] = useState(initial?.purpose ?? "");
  const [lines, setLines] = useState<readonly Line[]>(
    initial?.lines.map(({ merchant, category_id, amount_kobo, spent_on, receipt_ids }) => ({
      merchant,
      category_id: category_id ?? "",
      amount_kobo,
      spent_on,
      receipts: receipt_ids.map((id, at) => ({ id, name: `Receipt ${at + 1}` })),
    })) ?? [BLANK],
  );
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState<"draft" | "submit">();
  const send = async (is_draft: boolean): Promise<void> => {
    setPending(is_draft ? "draft" : "submit");
    setFailure(undefined);
    try {
      const asked = lines.map(({ category_id, amount_kobo, receipts, ...line }) => ({
        ...line,
        receipt_ids: receipts.map(({ id }) => id),
        category_id: category_id === "" ? null : category_id,
        amount_kobo: amount_kobo ?? 0,
      }));
      await save({ kind, purpose, lines: asked, is_draft });
    } catch (error) {
      setFailure(wholeFailure(error, "Line"));
    }
    setPending(undefined);
  };
  const sum = lines.reduce((total, { amount_kobo }) => total + (amount_kobo ?? 0), 0);
  return (
    <div className="stack-12">
      <Panel>
        <FieldRow>
          <TextInput
            label="What for"
            value={purpose}
            maxLength={200}
            onChange={(event) => setPurpose(event.currentTarget.value)}
          />
          <NativeSelect
            label="Kind"
            value={kind}
            data={[
              { value: "reimbursement", label: "I paid it myself" },
              { value: "purchase", label: "The company shall buy it" },
            ]}
            onChange={(event) => setKind(event.currentTarget.value as Content["kind"])}
          />
        </FieldRow>
      </Panel>
      <RepeatedPanels items={lines} name="Line" onChange={setLines}>
        {(line, change) => (
          <>
            <FieldRow>
              <TextInput
                label="Where"
                value={line.merchant}
                maxLength={120}
                onChange={(event) => change({ merchant: event.currentTarget.value })}
              />
              <Amount label="Amount" kobo={line.amount_kobo} onChange={(amount_kobo) => change({ amount_kobo })} />
            </FieldRow>
            <FieldRow>
              <LineDay label="Day" day={line.spent_on} onChange={(spent_on) => change({ spent_on })} />
              <NativeSelect
                label="Category"
                value={line.category_id}
                data={[
                  { value: "", label: "Choose…" },
                  ...categories.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                onChange={(event) => change({ category_id: event.currentTarget.value })}
              />
            </FieldRow>
            <LineReceipts line={line} taken={lines.flatMap(({ receipts }) => receipts)} change={change} />
          </>
        )}
      </RepeatedPanels>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p>
        In all <strong>{naira(sum)}</strong>
      </p>
      <div>
        <Button variant="default" onClick={() => setLines([...lines, BLANK])}>
          Add a line
        </Button>{" "}
        <Button variant="default" loading={pending === "draft"} onClick={() => void send(true)}>
          Keep as a draft
        </Button>{" "}
        <Button loading={pending === "submit"} onClick={() => void send(false)}>
          Ask for it
        </Button>
      </div>
    </div>
  );
}

/** A day of a line: empty for the server while it is no day, so that nothing old is sent in its place. */
function LineDay({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }): ReactNode {
  const [text, setText] = useState(day === "" ? "" : shortDay(day));
  return (
    <TextInput
      label={label}
      placeholder="dd/mm/yyyy"
      inputMode="numeric"
      maxLength={10}
      value={text}
      error={text.length === 10 && isoDayOf(text) === undefined ? "this date does not exist" : undefined}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(isoDayOf(value) ?? "");
      }}
    />
  );
}

/** The receipts of a line: those that were sent before, and new ones; what is on one fills what is still empty. */
function LineReceipts({
  line,
  taken,
  change,
}: {
  line: Line;
  taken: Line["receipts"];
  change: (values: Partial<Line>) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(calls.expenseReceipts.listOwn, { query: { limit: 100 } });
  const free = (data?.items ?? []).filter(({ id }) => !taken.some((each) => each.id === id));
  const add = (receipt: Receipt): void =>
    change({
      receipts: [...line.receipts, { id: receipt.id, name: receiptWords(receipt) }],
      ...(line.merchant === "" && receipt.merchant && { merchant: receipt.merchant }),
      ...(line.amount_kobo === null && { amount_kobo: receipt.amount_kobo }),
      ...(line.spent_on === "" && receipt.spent_on && { spent_on: receipt.spent_on }),
    });
  return (
    <>
      {line.receipts.length > 0 && (
        <ul className="list">
          {line.receipts.map(({ id, name }) => (
            <li key={id}>
              {name}{" "}
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => change({ receipts: line.receipts.filter((each) => each.id !== id) })}
              >
                Leave out {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="buttons">
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          Add a receipt…
        </Button>
        {free.length > 0 && (
          <NativeSelect
            aria-label="A receipt that was sent before"
            value=""
            data={[
              { value: "", label: "Or one that was sent before…" },
              ...free.map((each) => ({ value: each.id, label: receiptWords(each) })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const found = free.find(({ id }) => id === value);
              if (found) add(found);
            }}
          />
        )}
      </div>
      {isOpen && <SendReceiptDialog onSent={add} onClose={() => setOpen(false)} />}
    </>
  );
}
