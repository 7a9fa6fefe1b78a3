import { requestKindWords } from "@manilla/contract/companies/expense-lines";
import { effectWords } from "@manilla/contract/companies/policy-rules";
import { day, naira, plainMoney } from "@manilla/contract/formats";
import { Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { ReceiptsOfRequest } from "../../../shared/expenses/receipts-panel.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { History } from "../../../shared/record/history.tsx";
import { OwnRoom } from "../../../shared/payments/wallet-limits.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf, useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { Bought } from "./bought.tsx";
import { RequestForm } from "./request-form.tsx";
import { type Request, requestWork } from "./request-work.ts";

const { decide, find, pay, update } = calls.expenseRequests;

/** One request: its lines, what the policies say of them, and the decision. */
export default function RequestScreen(): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const me = useSession().user.id;
  const work = requestWork(me, accountTypeOf(location.pathname) ?? "corporate", () => setChanging(true));
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ purpose }) => purpose}
      actions={(request) => request && <StatusBadge kind="expense_request" status={request.status} />}
    >
      {(request) =>
        isChanging ? (
          <Change request={request} onDone={() => setChanging(false)} />
        ) : (
          <>
            <WorkBar of={request} work={work} label={`the request ${request.purpose}`} />
            <Details request={request} />
          </>
        )
      }
    </RecordPage>
  );
}

function Change({ request, onDone }: { request: Request; onDone: () => void }): ReactNode {
  const { run } = useAction(update);
  return (
    <RequestForm
      initial={request}
      save={async (content) => {
        await run({ params: { id: request.id }, body: { ...content, version: request.version } });
        toast(content.is_draft ? "Kept as a draft." : "Asked. The chain of your company decides.");
        onDone();
      }}
    />
  );
}

function Details({ request }: { request: Request }): ReactNode {
  const me = useSession().user.id;
  const [refused, setRefused] = useState<readonly number[]>([]);
  const mayPay = useMay(pay) && request.status === "approved" && request.person.id !== me;
  const mayDecide = useMay(decide) && request.status === "pending" && request.person.id !== me;
  return (
    <>
      {mayPay && <OwnRoom />}
      <Panel title="Request">
        <Facts
          items={[
            { label: "By", value: `${request.person.name}${request.has_left ? ", who has left" : ""}` },
            { label: "Amount", value: naira(request.amount_kobo) },
            { label: "Kind", value: requestKindWords[request.kind] },
            request.kind === "advance" && request.payment && { label: "Retired", value: retiredWords(request) },
            request.advance_id && {
              label: "Advance",
              value: (
                <Link to={`../${request.advance_id}`} relative="path">
                  the money beforehand
                </Link>
              ),
            },
            request.department && { label: "Department", value: request.department },
            { label: "Made", value: <When at={request.created_at} /> },
            request.effect && { label: "The policies", value: effectWords[request.effect] },
            request.reason && { label: "Why", value: request.reason },
          ]}
        />
      </Panel>
      <Panel title="Lines" flush>
        <PlainTable
          caption="Lines of the request"
          rows={request.lines}
          keyOf={({ number }) => String(number)}
          columns={[
            { key: "merchant", header: "Where", card: "title", canWrap: true },
            { key: "_day", header: "Day", render: ({ spent_on }) => day(spent_on) },
            {
              key: "_category",
              header: "Category",
              canWrap: true,
              render: (line) => (
                <>
                  {line.category ?? "–"} <span className="small muted">{lineWords(line)}</span>
                </>
              ),
            },
            { key: "amount_kobo", header: "Amount" },
            {
              key: "_says",
              header: "The policies",
              canWrap: true,
              render: ({ says, is_refused }) => (
                <>
                  {is_refused && <ToneBadge tone="danger">Refused</ToneBadge>}{" "}
                  {says.join("; ") || (is_refused ? "" : "–")}
                </>
              ),
            },
            ...(mayDecide
              ? [
                  {
                    key: "_refuse" as const,
                    header: "Leave out",
                    render: ({ number, merchant }: Request["lines"][number]) => (
                      <Checkbox
                        aria-label={`Leave out ${merchant}`}
                        checked={refused.includes(number)}
                        onChange={(event) =>
                          setRefused(
                            event.currentTarget.checked
                              ? [...refused, number]
                              : refused.filter((one) => one !== number),
                          )
                        }
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </Panel>
      {mayDecide && <Decision request={request} refused={refused} />}
      <ReceiptsOfRequest id={request.id} />
      <Payment request={request} />
      <Bought request={request} />
      <Panel title="What happened">
        <History entries={request.history} empty="Nothing yet." />
      </Panel>
    </>
  );
}

const retiredWords = ({ amount_kobo, retired_kobo, pending_kobo }: Request): string =>
  `${naira(retired_kobo)} of ${naira(amount_kobo)}${pending_kobo > 0 ? `; ${naira(pending_kobo)} more is pending` : ""}`;

/** How a line came to its amount, where nobody typed it, and its parts. */
const lineWords = ({
  expense_id,
  bought_kobo,
  units,
  unit_rate_kobo,
  foreign,
  splits,
}: Request["lines"][number]): string =>
  [
    expense_id !== null && "paid from the purse",
    bought_kobo > 0 && `bought for ${naira(bought_kobo)}`,
    units !== null && unit_rate_kobo !== null && `${units} × ${naira(unit_rate_kobo)}`,
    foreign && `${foreign.currency} ${plainMoney(foreign.amount)} at ${foreign.rate}, ${day(foreign.rated_on)}`,
    ...splits.map(
      ({ category, department, amount_kobo }) =>
        `${naira(amount_kobo)} ${[category, department].filter(Boolean).join(", ") || "without a category"}`,
    ),
  ]
    .filter(Boolean)
    .join("; ");

const INTO = {
  purse: "The purse",
  account: "Their bank account",
  company: "The shop: the company paid",
  otherwise: "Outside the wallet, as the company says",
} as const;

/** Where the money is to go, or has gone. */
function Payment({ request: { status, account: to, payment, has_left } }: { request: Request }): ReactNode {
  if (!["approved", "paying", "paid"].includes(status)) return null;
  return (
    <Panel title="Payment">
      {payment ? (
        <Facts
          items={[
            { label: "Into", value: INTO[payment.into] },
            { label: "Reference", value: payment.reference },
            { label: "Paid by", value: payment.by },
            { label: "When", value: <When at={payment.at} /> },
            { label: "Now", value: status === "paid" ? "It has arrived" : "On its way to the bank" },
          ]}
        />
      ) : (
        <p>
          {to
            ? `Not paid yet. The requester has an account at ${to.bank_name}, ${to.account_no}.`
            : has_left
              ? "Not paid yet. The requester has left and has no verified bank account with us: they can add one in their profile, or you record how you paid them."
              : "Not paid yet. The requester has no verified bank account: it can go into their purse."}
        </p>
      )}
    </Panel>
  );
}

function Decision({ request, refused }: { request: Request; refused: readonly number[] }): ReactNode {
  const { id, version, lines } = request;
  const left = lines
    .filter(({ number }) => !refused.includes(number))
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
  return (
    <p>
      <ActionButton
        call={decide}
        body={{ request_id: id, decision: "approve", version, refused_lines: [...refused] }}
        variant="primary"
        confirm={{
          title: "Approve this request?",
          facts: [{ label: "Amount", kobo: left }],
          reason: "optional",
          yes: "Approve",
        }}
        done="Approved."
      >
        Approve
      </ActionButton>{" "}
      <ActionButton
        call={decide}
        body={{ request_id: id, decision: "decline", version }}
        variant="danger"
        confirm={{ title: "Decline this request?", reason: "required", yes: "Decline", style: "danger" }}
        done="Declined."
      >
        Decline
      </ActionButton>
    </p>
  );
}
