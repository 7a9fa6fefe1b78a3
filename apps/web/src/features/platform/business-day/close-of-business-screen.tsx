import { date, day } from "@manilla/contract/formats";
import { type ReactNode, useEffect, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./jobs.module.css";
import { type BusinessDay, countsInWords, doneAt, doneCount, isRunning, steps } from "./steps.ts";

function State({ row }: { row: BusinessDay }): ReactNode {
  if (row.closed_at) return <ToneBadge tone="success">Closed</ToneBadge>;
  if (row.failure) return <ToneBadge tone="danger">Failed</ToneBadge>;
  return isRunning(row) ? <ToneBadge tone="warning">Closing</ToneBadge> : <ToneBadge tone="info">Open</ToneBadge>;
}

const Progress = ({ row }: { row: BusinessDay }): ReactNode => (
  <span className={styles.bar}>
    <span aria-hidden="true">
      <span style={{ width: `${(doneCount(row) / steps.length) * 100}%` }} />
    </span>
    {doneCount(row)} of {steps.length}
  </span>
);

const lasted = (row: BusinessDay): string => {
  const [first] = row.steps
    .flatMap(({ done_at }) => (done_at ? [Date.parse(done_at)] : []))
    .toSorted((left, right) => left - right);
  if (!row.closed_at || first === undefined) return "–";
  const seconds = Math.max(0, Math.round((Date.parse(row.closed_at) - first) / 1_000));
  return seconds < 1 ? "under a second" : seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

const shown = columns<BusinessDay>([
  column("business_date", { card: "title" }),
  column("_state", { render: (row) => <State row={row} />, card: "badge" }),
  column("steps", { render: (row) => <Progress row={row} />, card: "field" }),
  column("opened_at", { kind: "date", card: "field" }),
  column("closed_at", { kind: "date", card: "field" }),
  column("_lasted", { header: "Took", render: lasted }),
  column("failure", {
    render: (row) =>
      row.failure ? <span title={row.failure}>{row.failure}</span> : <span className="muted">None</span>,
    width: 240,
  }),
]);

const LOOK_AGAIN_MS = 2_000;
const WATCH_FOR_MS = 3 * 60_000;

/** The open business day: how far its close is, and the button that closes it. */
function Now({
  onAsked,
  askedDay,
  onReached,
}: {
  onAsked: (business_date: string) => void;
  askedDay: string | undefined;
  onReached: () => void;
}): ReactNode {
  const { data } = useRecord(calls.businessDay.listAll, { query: { limit: 1 } });
  const row = data?.items[0];
  const isReached = row !== undefined && askedDay !== undefined && row.business_date > askedDay;
  useEffect(() => {
    if (isReached) onReached();
    // Only the arrival counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isReached]);
  if (!data) return <Skeleton height={110} />;
  const isBegun = row !== undefined && isRunning(row);
  const next = row && steps.find(({ step }) => !doneAt(row, step));
  return (
    <Panel
      title={
        !row
          ? "No day has been closed yet"
          : row.closed_at
            ? `${day(row.business_date)} is closed`
            : `${day(row.business_date)} is open`
      }
      actions={
        <ActionButton
          call={calls.businessDay.run}
          variant="primary"
          disabledBecause={isBegun ? "The close of this day is under way." : undefined}
          confirm={{
            title: row && !row.closed_at ? `Close ${day(row.business_date)}?` : "Close the present business day?",
            yes: "Close the day",
            body: "Interest is accrued, instalments fall due, cards are debited, penalties fall, the bank's statement is fetched, and the next day opens. If it is interrupted it goes on where it was; nothing happens twice.",
          }}
          done={(answer) => {
            toast(
              answer.is_queued
                ? `The close of ${day(answer.business_date)} is under way. You may leave this page.`
                : "The close was already requested.",
            );
            onAsked(answer.business_date);
          }}
        >
          Close the day
        </ActionButton>
      }
    >
      <div className={styles.now}>
        {row?.failure && (
          <Notice tone="danger">
            It stopped: {row.failure} It is tried again by itself, from the step that failed.
          </Notice>
        )}
        <ol className={styles.steps} aria-label="Steps of the close" data-idle={!isBegun && !row?.failure}>
          {steps.map(({ step, name }) => {
            const at = row && doneAt(row, step);
            const state = at
              ? "done"
              : step === next?.step && row?.failure
                ? "failed"
                : step === next?.step && isBegun
                  ? "now"
                  : "waiting";
            return (
              <li key={step} data-state={state} title={name}>
                <span className="visually-hidden">
                  {name}: {state}
                </span>
              </li>
            );
          })}
        </ol>
        {row && next && (isBegun || row.failure) && (
          <p className="small">
            {row.failure ? "It failed at" : "Now"}: <strong>{next.name}</strong>, {doneCount(row)} of {steps.length}{" "}
            steps done
          </p>
        )}
        {!isBegun && !row?.failure && askedDay === undefined && <p className="small muted">Its close has not begun.</p>}
        {askedDay !== undefined && !isReached && !isBegun && !row?.failure && (
          <p className="small muted" role="status">
            Waiting for the worker…
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Business days: how far each close came, what it did, what failed; and closing the present one. */
export default function CloseOfBusinessScreen(): ReactNode {
  const [opened, setOpened] = useState<BusinessDay>();
  const [askedDay, setAskedDay] = useState<string>();
  useEffect(() => {
    if (askedDay === undefined) return;
    const timer = setInterval(() => void refreshEverything(), LOOK_AGAIN_MS);
    const end = setTimeout(() => setAskedDay(undefined), WATCH_FOR_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [askedDay]);
  const reached = (): void => {
    setAskedDay(undefined);
    toast("The day is closed; the next one is open.");
  };
  return (
    <>
      <ListPage
        call={calls.businessDay.listAll}
        columns={shown}
        rowActions={(row) => [{ label: "What it did", run: () => setOpened(row) }]}
        lead="The business day. It closes automatically at night; this page shows the progress."
        above={<Now onAsked={setAskedDay} askedDay={askedDay} onReached={reached} />}
      />
      <Dialog
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened && day(opened.business_date)}
        size="lg"
      >
        {opened && <WhatItDid row={opened} />}
      </Dialog>
    </>
  );
}

const WhatItDid = ({ row }: { row: BusinessDay }): ReactNode => (
  <div className="stack-12">
    <Facts
      items={[
        { label: "Opened", value: date(row.opened_at) },
        { label: "Closed", value: row.closed_at ? date(row.closed_at) : "Not yet" },
      ]}
    />
    {row.failure && <Notice tone="danger">{row.failure}</Notice>}
    <PlainTable
      caption="Steps"
      rows={steps.map(({ step, name }) => ({ name, found: row.steps.find((each) => each.step === step) }))}
      keyOf={({ name }) => name}
      columns={[
        { key: "name", header: "Step", card: "title" },
        {
          key: "_done",
          render: ({ found }) =>
            found?.done_at ? (
              <When at={found.done_at} />
            ) : (
              <span className="muted">{row.closed_at ? "–" : "Not yet"}</span>
            ),
        },
        {
          key: "_what_it_did",
          canWrap: true,
          render: ({ found }) =>
            found && Object.keys(found.counts).length > 0 ? (
              countsInWords(found.counts)
            ) : (
              <span className="muted">–</span>
            ),
        },
      ]}
    />
  </div>
);
