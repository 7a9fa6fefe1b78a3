/** What is asked of a second person, on the page of the request and on an approver's card: its facts, its items, and the fields that change. */
import { approvalKind } from "@manilla/contract/platform/approval-kinds";
import { count, naira, sentence } from "@manilla/contract/formats";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { type Maybe, When } from "../../../shared/ui/kit.tsx";
import { subjectsOf } from "./approval-words.ts";
import { TablePart } from "./effect.tsx";

type Approval = Answer<typeof calls.approvals.find>;

/** The request: kind, amount, requester, reason, and what it is about. */
export const askedFacts = ({
  kind,
  amount_kobo,
  maker,
  created_at,
  reason,
  after,
}: Approval): Maybe<{ label: string; value: ReactNode }>[] => {
  const subjects = subjectsOf(kind, after);
  return [
    { label: "Kind", value: approvalKind(kind) },
    amount_kobo && { label: "Amount", value: naira(amount_kobo) },
    {
      label: "Requested by",
      value: (
        <>
          {maker.name}, <When at={created_at} />
        </>
      ),
    },
    reason && { label: "Reason", value: reason },
    subjects.length > 0 && {
      label: "About",
      value: subjects.map(({ href, words }, index) => (
        <Fragment key={href}>
          {index > 0 && " · "}
          <Link to={href}>{words}</Link>
        </Fragment>
      )),
    },
  ];
};

/** One by one, where those who are paid do not say it. @param props.unfolded how many are shown without a fold */
export function Items({ approval, unfolded = Infinity }: { approval: Approval; unfolded?: number }): ReactNode {
  const maySeeLoans = useMay(calls.loans.find);
  const { items, item_count, effect } = approval;
  if (items.length === 0 || effect.payees.length > 0) return null;
  return (
    <TablePart
      isFolded={items.length > unfolded}
      title={
        item_count > items.length
          ? `Items (the first ${count(items.length)} of ${count(item_count)})`
          : `Items (${count(items.length)})`
      }
    >
      <PlainTable
        caption="Items of the request"
        rows={items}
        keyOf={({ label }, index) => `${index}-${label}`}
        columns={[
          {
            key: "_item",
            canWrap: true,
            render: ({ label, loan_id }) =>
              loan_id && maySeeLoans ? <Link to={`/admin/loans/${loan_id}`}>{label}</Link> : label,
            card: "title",
          },
          { key: "amount_kobo" },
          {
            key: "_verdict",
            canWrap: true,
            header: "Verdict",
            render: ({ verdict, reason }) => (
              <>
                {verdict ? (
                  <ToneBadge tone={verdict === "refused" ? "danger" : "success"}>
                    {outcome(approval.status, verdict)}
                  </ToneBadge>
                ) : (
                  !reason && "–"
                )}{" "}
                {reason && <span className="muted">{reason}</span>}
              </>
            ),
          },
        ]}
      />
    </TablePart>
  );
}

/** The outcome of an item; "ready" was its verdict while the request was pending. */
const outcome = (status: Approval["status"], verdict: string): string =>
  status === "pending"
    ? sentence(verdict)
    : status !== "approved"
      ? "Not done"
      : verdict === "refused"
        ? "Left out"
        : "Done";

/** Where figures, accounts and papers say what is asked, the fields of the request would only repeat them. */
function changesToShow({ changes, effect, items }: Approval): Approval["changes"] {
  const { facts, measures, payees, texts } = effect;
  const isSaid = [facts, measures, payees, texts, items].some((part) => part.length > 0);
  return changes.filter(({ before }) => !isSaid || before !== null);
}

/** Field by field: before and after, only where they differ. */
export function Changes({ approval }: { approval: Approval }): ReactNode {
  const changes = changesToShow(approval);
  const hasBefore = changes.some(({ before }) => before !== null);
  if (changes.length === 0) return null;
  return (
    <TablePart title="What changes">
      <PlainTable
        caption={hasBefore ? "Before and after" : "Requested"}
        rows={changes}
        keyOf={({ field }) => field}
        columns={[
          { key: "field", header: "What", card: "title" },
          ...(hasBefore
            ? [{ key: "before" as const, header: "Before", canWrap: true, render: (row: Change) => whole(row.before) }]
            : []),
          {
            key: "after",
            header: hasBefore ? "After" : "As asked",
            canWrap: true,
            render: ({ after }) => <strong>{whole(after)}</strong>,
          },
        ]}
      />
    </TablePart>
  );
}

type Change = Approval["changes"][number];
/** The words for what has none of its own begin with a capital where they are all that a cell says. */
const whole = (words: string | null): string =>
  !words || words === "nothing" ? "–" : /^(yes|no|hidden)$/.test(words) ? sentence(words) : words;
