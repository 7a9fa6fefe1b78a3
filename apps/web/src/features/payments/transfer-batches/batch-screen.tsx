import type { Tone } from "@manilla/contract/badges";
import { count, counted, date, naira, sentence } from "@manilla/contract/formats";
import { type RowVerdict, batchKinds, rowVerdicts } from "@manilla/contract/payments/transfer-batch-kinds";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useParams } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import type { RowAction } from "../../../shared/list/row-menu.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { type Batch, batchWork } from "./batch-work.tsx";
import { type Item, RowDialog } from "./row-dialog.tsx";

const { find, rows, settleRows, refused } = calls.transferBatches;

const POLL_MS = 1_500;
const TONES: Readonly<Record<RowVerdict, Tone>> = {
  waiting: "neutral",
  ready: "success",
  look: "warning",
  refused: "danger",
  dropped: "neutral",
};

const shown = columns<Item>([
  column("number", { header: "Row", kind: "number", width: 70 }),
  column("verdict", {
    words: rowVerdicts,
    card: "badge",
    width: 155,
    render: ({ verdict, transfer_status }) =>
      transfer_status ? (
        <StatusBadge kind="transfer" status={transfer_status} />
      ) : (
        <ToneBadge tone={TONES[verdict]}>{rowVerdicts[verdict]}</ToneBadge>
      ),
  }),
  column("payee", {
    header: "Name",
    kind: "text",
    card: "title",
    width: 180,
    render: ({ payee, account_name }) => payee || (account_name ?? "–"),
  }),
  column("bank", { header: "Bank", kind: "text", width: 150 }),
  column("account_no", { header: "Account", kind: "code", card: "field", width: 125 }),
  column("amount_kobo", {
    header: "Amount",
    align: "right",
    card: "field",
    width: 120,
    render: ({ amount_kobo, amount }) => (amount_kobo === null ? amount || "–" : naira(amount_kobo)),
  }),
  column("reason", {
    header: "To look at",
    kind: "text",
    card: "field",
    width: 330,
    canWrap: true,
    render: ({ reason, failure, verdict }) =>
      failure ?? (reason && verdict !== "ready" ? sentence(reason) : <span className="muted">–</span>),
  }),
  column("account_name", { header: "The bank’s name", kind: "text", width: 180, isHidden: true }),
  column("narration", { header: "For", kind: "text", width: 150, isHidden: true }),
  column("charges_kobo", { header: "Charges", width: 110, isHidden: true }),
]);

const views: readonly ReadyView[] = [
  { name: "To correct", address: "f.verdict=refused", empty: "No row has to be corrected" },
  { name: "To confirm", address: "f.verdict=look", empty: "No row has to be confirmed" },
  { name: "Left out", address: "f.verdict=dropped", empty: "No row was left out" },
  { name: "Came back", address: "f.transfer_status=failed,reversed", empty: "Nothing came back" },
];

/** A batch: what its rows come to, those to correct, and how far it is. */
export default function BatchScreen(): ReactNode {
  const { id = "" } = useParams();
  const found = useRecord(find, { params: { id } });
  const [row, setRow] = useState<Item>();
  const batch = found.data;
  const isMoving = batch?.status === "checking" || batch?.status === "sending";
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => void refreshEverything(), POLL_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  const isOpen = useMay(settleRows) && batch?.status === "checked";
  const actions = useCallback(
    (item: Item): RowAction[] => {
      if (!isOpen)
        return item.transfer_id ? [{ label: "Open the transfer", to: `/corporate/transfers/${item.transfer_id}` }] : [];
      return [
        { label: "Correct…", run: () => setRow(item) },
        ...(item.verdict === "look" ? [settling(id, item, "confirm")] : []),
        settling(id, item, item.verdict === "dropped" ? "restore" : "drop"),
      ];
    },
    [isOpen, id],
  );
  return (
    <>
      <ListPage
        call={rows}
        params={{ id }}
        columns={shown}
        views={views}
        title={batch?.name ?? "Batch"}
        above={
          <Answered of={found} height={190}>
            {(answer) => <Above batch={answer} isOpen={isOpen} />}
          </Answered>
        }
        {...((isOpen || batch?.status === "sending" || batch?.status === "done") && { rowActions: actions })}
        empty="This batch has no row."
      />
      {row && <RowDialog batch_id={id} row={row} onClose={() => setRow(undefined)} />}
    </>
  );
}

const SETTLES = {
  confirm: { label: "Confirm…", title: "Pay this row as it is?", yes: "Confirm", done: "Confirmed." },
  drop: { label: "Leave out…", title: "Leave this row out?", yes: "Leave it out", done: "Left out. It is not paid." },
  restore: {
    label: "Take in again…",
    title: "Take this row in again?",
    yes: "Take it in",
    done: "It is in the batch again.",
  },
} as const;

function settling(
  id: string,
  { number, reason, payee, amount_kobo, amount }: Item,
  does: keyof typeof SETTLES,
): RowAction {
  const { label, done, ...asks } = SETTLES[does];
  return {
    label,
    call: settleRows,
    input: { params: { id }, body: { does, numbers: [number] } },
    confirm: {
      ...asks,
      facts: [
        { label: "Row", value: String(number) },
        { label: "Name", value: payee },
        { label: "Amount", value: amount_kobo === null ? amount : naira(amount_kobo) },
        ...(reason ? [{ label: "Why a review", value: sentence(reason) }] : []),
      ],
    },
    done,
  };
}

function Above({ batch, isOpen }: { batch: Batch; isOpen: boolean }): ReactNode {
  const { id, kind, status, fee_kobo, vat_kobo, stamp_duty_kobo, by_bank } = batch;
  return (
    <>
      <WorkBar of={batch} work={batchWork} label={`the batch ${batch.name}`} />
      <Figures
        isStrip
        items={[
          { label: "Payments", value: count(batch.row_count), ...(kind === "salary" && { note: batchKinds.salary }) },
          { label: "Amount", value: naira(batch.amount_kobo) },
          {
            label: "Charges",
            value: naira(fee_kobo + vat_kobo + stamp_duty_kobo),
            note: `Fees ${naira(fee_kobo)}, VAT ${naira(vat_kobo)}, stamp duty ${naira(stamp_duty_kobo)}`,
          },
          {
            label: "Leaves the wallet",
            value: naira(batch.total_kobo),
            note: `${naira(batch.available_kobo)} available`,
          },
        ]}
      />
      <details>
        <summary>
          By bank, and what happened ({batch.reference}, <StatusBadge kind="transfer_batch" status={status} />)
        </summary>
        <PlainTable
          caption="By bank"
          rows={by_bank}
          keyOf={({ bank }) => bank}
          columns={[
            { key: "bank", header: "Bank", card: "title" },
            { key: "count", header: "Payments" },
            { key: "amount_kobo", header: "Amount" },
          ]}
        />
        <Facts
          items={batch.history.map(({ title, by, at, reason }) => ({
            label: title,
            value: [by ?? "The system", date(at), reason].filter(Boolean).join(", "),
          }))}
        />
      </details>
      {isOpen && batch.open_count > 0 && (
        <div className="buttons">
          {batch.look > 0 && (
            <SettleAll
              id={id}
              does="confirm"
              verdict="look"
              many={batch.look}
              words={`Confirm ${counted(batch.look, "row")}…`}
            />
          )}
          {batch.refused > 0 && (
            <SettleAll
              id={id}
              does="drop"
              verdict="refused"
              many={batch.refused}
              words={`Leave out the ${count(batch.refused)} to correct…`}
            />
          )}
          <FileButton call={refused} input={{ params: { id } }} name="rows-to-correct.csv">
            Download them
          </FileButton>
        </div>
      )}
    </>
  );
}

const SettleAll = ({
  id,
  does,
  verdict,
  many,
  words,
}: {
  id: string;
  does: "confirm" | "drop";
  verdict: "look" | "refused";
  many: number;
  words: string;
}): ReactNode => (
  <ActionButton
    call={settleRows}
    params={{ id }}
    body={{ does, verdict }}
    confirm={{
      title: does === "confirm" ? `Pay ${counted(many, "row")} as they are?` : `Leave out ${counted(many, "row")}?`,
      body:
        does === "confirm"
          ? "You have looked at each: another name at the bank, or the same payment again."
          : "They are not paid. You can download them first, correct them, and bring them again.",
      yes: does === "confirm" ? "Confirm them" : "Leave them out",
    }}
    done={does === "confirm" ? "Confirmed." : "Left out. They are not paid."}
  >
    {words}
  </ActionButton>
);
