import { count, sentence } from "@manilla/contract/formats";
import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { askedFacts } from "./approval-card.tsx";
import { subjectsOf } from "./approval-words.ts";
import { Effects } from "./effect.tsx";

type Approval = Answer<typeof calls.approvals.find>;

/** One request: who asks for what, what changes, and the decision. */
export default function ApprovalScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.approvals.find}
      width="text"
      title={({ title }) => title}
      subject="approval"
      actions={(approval) => approval && <StatusBadge kind="approval" status={approval.status} />}
      height={120}
    >
      {(approval) => <Details approval={approval} />}
    </RecordPage>
  );
}

const { withdraw, decline, approve } = calls.approvals;
/** Pending: a second person approves, the maker may withdraw. */
const approvalWork = (isOwn: boolean): Work<Approval> => ({
  acts: () => (isOwn ? [approve, decline, withdraw] : [approve, decline]),
  beside: isOwn ? ["withdraw"] : ["decline"],
  next: ({ why_not }) => ({
    says: isOwn ? "You requested it: a second person decides." : (why_not ?? "You decide as the second person."),
    acts: isOwn ? [] : ["approve"],
  }),
});

function Decision({ approval }: { approval: Approval }): ReactNode {
  const { user } = useSession();
  return approval.status === "pending" ? (
    <WorkBar of={approval} work={approvalWork(approval.maker.id === user.id)} label="this request" />
  ) : null;
}

function Details({ approval }: { approval: Approval }): ReactNode {
  const maySeeLoans = useMay(calls.loans.find);
  const changes = changesToShow(approval);
  const subjects = subjectsOf(approval.kind, approval.after);
  return (
    <>
      <Decision approval={approval} />
      <Panel title="Request">
        <Facts
          items={[
            ...askedFacts(approval),
            subjects.length > 0 && {
              label: "About",
              value: subjects.map(({ href, words }, index) => (
                <Fragment key={href}>
                  {index > 0 && " · "}
                  <Link to={href}>{words}</Link>
                </Fragment>
              )),
            },
            approval.checker &&
              approval.decided_at && {
                label: "Decided by",
                value: (
                  <>
                    {approval.checker.name}, <When at={approval.decided_at} />
                  </>
                ),
              },
            approval.decision_reason && { label: "Why", value: approval.decision_reason },
          ]}
        />
      </Panel>
      <Effects approval={approval} />
      {approval.items.length > 0 && approval.effect.payees.length === 0 && (
        <Panel
          title={
            approval.item_count > approval.items.length
              ? `Items (the first ${count(approval.items.length)} of ${count(approval.item_count)})`
              : `Items (${count(approval.items.length)})`
          }
          flush
        >
          <PlainTable
            caption="Items of the request"
            rows={approval.items}
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
        </Panel>
      )}
      {changes.length > 0 && (
        <Panel title="What changes" flush>
          <Changes changes={changes} />
        </Panel>
      )}
    </>
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
function Changes({ changes }: { changes: Approval["changes"] }): ReactNode {
  const hasBefore = changes.some(({ before }) => before !== null);
  return (
    <PlainTable
      caption={hasBefore ? "Before and after" : "What is asked"}
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
  );
}

type Change = Approval["changes"][number];
/** The words for what has none of its own begin with a capital where they are all that a cell says. */
const whole = (words: string | null): string =>
  !words || words === "nothing" ? "–" : /^(yes|no|hidden)$/.test(words) ? sentence(words) : words;
