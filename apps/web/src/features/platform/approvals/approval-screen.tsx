import { naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Work, WorkBar } from "../../../shared/actions/work.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { approvalKind, subjectOf } from "./approval-words.ts";
import { Effects } from "./effect.tsx";
import styles from "./approval.module.css";

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
    says: isOwn ? "You asked for it: a second person decides." : (why_not ?? "You decide as the second person."),
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
  const isBatch = approval.items.length > 0;
  const subject = subjectOf(approval.kind, approval.after);
  return (
    <>
      <Decision approval={approval} />
      <Panel title="Request">
        <Facts
          items={[
            { label: "Kind", value: approvalKind(approval.kind) },
            ...(approval.amount_kobo === null ? [] : [{ label: "Amount", value: naira(approval.amount_kobo) }]),
            {
              label: "Requested by",
              value: (
                <>
                  {approval.maker.name}, <When at={approval.created_at} />
                </>
              ),
            },
            subject && { label: "About", value: <Link to={subject.href}>{subject.words}</Link> },
            approval.reason && { label: "Reason", value: approval.reason },
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
        <Panel title={`Items (${approval.items.length})`} flush>
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
                      "–"
                    )}{" "}
                    {reason && <span className="muted">{reason}</span>}
                  </>
                ),
              },
            ]}
          />
        </Panel>
      )}
      {((!isBatch && !subject) || changedFields(approval.before, approval.after).length > 0) && (
        <Panel title="What changes" flush>
          <Changes before={approval.before} after={approval.after} />
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

type Facet = Readonly<Record<string, unknown>>;
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const isId = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isId) : typeof value === "string" && UUID.test(value);

/** The requested changes, without ids and digests; the reason is above. */
const changedFields = (before: Facet | null, after: Facet): string[] =>
  Object.keys(after).filter(
    (field) =>
      field !== "reason" &&
      field !== "digest" &&
      !isId(after[field]) &&
      JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );

const inWords = (field: string, value: unknown): string => {
  if (
    value === null ||
    value === undefined ||
    value === "" ||
    (typeof value === "object" && Object.keys(value).length === 0)
  )
    return "–";
  if (field.endsWith("_kobo") && typeof value === "number") return naira(value);
  if (field === "kobo" && typeof value === "number") return naira(value);
  if (Array.isArray(value)) return value.map((item) => inWords(field, item)).join("; ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, part]) => `${sentence(name.replace(/_?kobo$/, "")) || "Amount"}: ${inWords(name, part)}`)
      .join(", ");
  return String(value as string);
};

/** Field by field: before and after, only where they differ. */
function Changes({ before, after }: { before: Facet | null; after: Facet }): ReactNode {
  const fields = changedFields(before, after);
  if (fields.length === 0)
    return (
      <p style={{ padding: 16 }} className="muted">
        Nothing but the act itself.
      </p>
    );
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Before and after</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{sentence(field.replace(/_kobo$/, ""))}</th>
            <td>{inWords(field, before?.[field])}</td>
            <td>
              <strong>{inWords(field, after[field])}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
