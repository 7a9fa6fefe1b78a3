import { date, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { CameDialog } from "./came-dialog.tsx";
import { ClaimDialog } from "./claim-dialog.tsx";
import { ResolveDialog } from "./resolve-dialog.tsx";
import styles from "./reconciliation.module.css";
import { bookedAt, isException, isOnlyTold, type Item, subjectName } from "./words.ts";

/** One row of the reconciliation: what we expected, what the bank shows, why they differ, and the decision. */
export default function ReconciliationItemScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.reconciliation.find}
      width="text"
      title={({ item }) => `${subjectName(item.subject_type)} ${item.reference}`}
      subject="reconciliation"
      actions={(data) => data && <Decisions item={data.item} isAsked={data.request_id !== null} />}
    >
      {({ item, request_id }) => <Details item={item} request={request_id} />}
    </RecordPage>
  );
}

const { match, voidItem, setAside, assign, resolve, came } = calls.reconciliation;

/** What asks more than a word. */
const asks = [
  { name: "resolve", call: resolve, label: "Name the difference…" },
  { name: "came", call: came, label: "It came…" },
] as const;

function Decisions({ item, isAsked }: { item: Item; isAsked: boolean }): ReactNode {
  const mayDecide = useMay(match);
  const [asked, setAsked] = useState<"resolve" | "claim" | "came">();
  if (!mayDecide) return null;
  const isNobodys = item.subject_type === "unidentified_receipt" && item.customer === null;
  const close = () => setAsked(undefined);
  return (
    <>
      <Actions of={item} calls={item.owner ? [voidItem, setAside, match] : [voidItem, setAside, match, assign]} />
      {asks.map(
        ({ call, name, label }) =>
          isPossible(call, item) && (
            <Button
              key={name}
              size="sm"
              disabled={item.abilities[name] !== null}
              title={whyNot(call, item)}
              onClick={() => setAsked(name)}
            >
              {label}
            </Button>
          ),
      )}
      {isNobodys && (
        <Button size="sm" disabled={isAsked} onClick={() => setAsked("claim")}>
          Give to a person…
        </Button>
      )}
      {asked === "came" && <CameDialog item={item} onClose={close} />}
      {asked === "claim" && <ClaimDialog item={item} onClose={close} />}
      {asked === "resolve" && <ResolveDialog item={item} onClose={close} />}
    </>
  );
}

function Details({ item, request }: { item: Item; request: string | null }): ReactNode {
  const mayLook = useMay(calls.books.postings);
  const mayOpenPayout = useMay(calls.disbursements.payout);
  const mayRead = useMay(calls.approvals.find);
  const booked = mayLook ? bookedAt(item) : undefined;
  return (
    <>
      <Notice tone={isException(item.status) ? "warning" : item.status.startsWith("matched") ? "success" : "neutral"}>
        <StatusBadge kind="reconciliation" status={item.status} />{" "}
        {isException(item.status) ? item.reason : (item.decision_note ?? item.reason)}
      </Notice>
      {request && (
        <Notice tone="info">
          A second person decides about it. {mayRead && <Link to={`/admin/approvals/${request}`}>See the request</Link>}
        </Notice>
      )}
      <div className={styles.two}>
        <section>
          <h2>Our books expect</h2>
          <p className={styles.amount}>{item.expected_kobo === null ? "Nothing" : naira(item.expected_kobo)}</p>
          <p className="small">
            {subjectName(item.subject_type)} of {day(item.business_date)}, {item.direction === "in" ? "in" : "out"}
          </p>
          {booked && <Link to={booked}>What was booked</Link>}{" "}
          {mayOpenPayout && item.subject_type.startsWith("payout") && (
            <Link to={`/admin/payments/${item.subject_id}`}>Open the payout</Link>
          )}
        </section>
        <section>
          <h2>{isOnlyTold(item) ? "The provider says" : "The bank's statement shows"}</h2>
          <p className={styles.amount}>{item.actual_kobo === null ? "Nothing" : naira(item.actual_kobo)}</p>
          {item.statement ? (
            <>
              <p className="small">
                Line {item.statement.line}, booked {day(item.statement.booked_on)}
              </p>
              <p className="small muted">{item.statement.narration}</p>
            </>
          ) : (
            <p className="small muted">No line of the bank&apos;s statement belongs to it.</p>
          )}
        </section>
      </div>
      <Panel title="Row">
        <Facts
          items={[
            { label: "Difference", value: naira(item.difference_kobo) },
            {
              label: "Reference",
              value: (
                <Copyable text={item.reference} label="reference">
                  <code>{item.reference}</code>
                </Copyable>
              ),
            },
            item.customer && {
              label: "Customer",
              value: <Link to={`/admin/repayments/wallet/${item.customer.id}`}>{item.customer.name}</Link>,
            },
            item.owner && { label: "Seen to by", value: item.owner },
            item.decided_by && { label: "Decided by", value: item.decided_by },
            item.decision_note && { label: "Note", value: item.decision_note },
            {
              label: "Last change",
              value: (
                <span title={date(item.updated_at)}>
                  <When at={item.updated_at} />
                </span>
              ),
            },
          ]}
        />
      </Panel>
    </>
  );
}
