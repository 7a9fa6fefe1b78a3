import { date, day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Copyable, Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { ClaimDialog } from "./claim-dialog.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import styles from "./reconciliation.module.css";
import { bookedAt, isException, isOpen, type Item, subjectName } from "./words.ts";

/** One row of the reconciliation: what we expected, what the bank shows, why they differ, and the decision. */
export default function ReconciliationItemScreen(): ReactNode {
  return (
    <RecordPage
      call={calls.reconciliation.find}
      width="text"
      title={({ item }) => `${subjectName(item.subject_type)} ${item.reference}`}
      subject="reconciliation"
      actions={(data) => data && <Decisions item={data.item} />}
    >
      {({ item }) => <Details item={item} />}
    </RecordPage>
  );
}

function Decisions({ item }: { item: Item }): ReactNode {
  const mayDecide = useMay(calls.reconciliation.match);
  const [asked, setAsked] = useState<"match" | "void" | "claim">();
  if (!mayDecide || !isOpen(item.status)) return null;
  const isNobodys = item.subject_type === "unidentified_receipt";
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsked("void")}>
        Void…
      </Button>
      <Button size="sm" variant={isNobodys ? "default" : "filled"} onClick={() => setAsked("match")}>
        Match by hand…
      </Button>
      {isNobodys && (
        <Button size="sm" onClick={() => setAsked("claim")}>
          Give to a person…
        </Button>
      )}
      {asked === "claim" && <ClaimDialog item={item} onClose={() => setAsked(undefined)} />}
      {(asked === "match" || asked === "void") && (
        <DecideDialog item={item} what={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function Details({ item }: { item: Item }): ReactNode {
  const mayLook = useMay(calls.books.postings);
  const booked = mayLook ? bookedAt(item) : undefined;
  return (
    <>
      <Notice tone={isException(item.status) ? "warning" : item.status.startsWith("matched") ? "success" : "neutral"}>
        <StatusBadge kind="reconciliation" status={item.status} /> {item.reason}
      </Notice>
      <div className={styles.two}>
        <section>
          <h2>Our books expect</h2>
          <p className={styles.amount}>{item.expected_kobo === null ? "Nothing" : naira(item.expected_kobo)}</p>
          <p className="small">
            {subjectName(item.subject_type)} of {day(item.business_date)}, {item.direction === "in" ? "in" : "out"}
          </p>
          {booked && <Link to={booked}>What was booked</Link>}
        </section>
        <section>
          <h2>The bank&apos;s statement shows</h2>
          <p className={styles.amount}>{item.actual_kobo === null ? "Nothing" : naira(item.actual_kobo)}</p>
          {item.statement ? (
            <>
              <p className="small">
                Line {item.statement.line}, booked {day(item.statement.booked_on)}
              </p>
              <p className="small muted">{item.statement.narration}</p>
            </>
          ) : (
            <p className="small muted">No line of the bank belongs to it.</p>
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
