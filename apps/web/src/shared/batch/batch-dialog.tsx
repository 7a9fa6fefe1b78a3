import type { batchAnswer } from "@manilla/contract/lending/disbursements";
import type { Endpoint } from "@manilla/contract/endpoint";
import { count, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import type { CallInput } from "../api/call.ts";
import { PlainTable } from "../figures/figures.tsx";
import { Form, useCallForm, type Values } from "../form/use-call-form.tsx";
import { ToneBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import dialogStyles from "../ui/dialogs.module.css";
import { Facts, Failure, Notice, Skeleton } from "../ui/kit.tsx";
import styles from "./batch.module.css";

export type BatchAnswer = z.input<typeof batchAnswer>;

/** One row before it is requested: what the screen knows of it. */
export interface Foreseen {
  id: string;
  label: string;
  kobo: number;
  /** Why it will be refused, as far as the screen knows. */
  whyNot: string | null;
}

interface Props<E extends Endpoint> {
  title: string;
  call: E;
  rows: readonly Foreseen[] | undefined;
  error: unknown;
  isTooMany: boolean;
  /** What the act comes to, beside the count. */
  facts: readonly { label: string; value?: ReactNode; kobo?: number }[];
  /** What happens and what does not happen when this is sent. */
  truth: ReactNode;
  yes: string;
  style?: "plain" | "danger";
  initial: Values;
  rules: Readonly<Record<string, string>>;
  toBody: (ids: readonly string[], values: Values) => CallInput<E>["body"];
  fieldOf?: (name: string) => string;
  children: ReactNode;
  onClose: (answer: BatchAnswer | undefined) => void;
}

/** A question about many rows: count, sum and fees restated, what will be refused and why; then the verdict on each. */
export function BatchDialog<E extends Endpoint>(props: Props<E>): ReactNode {
  const [answer, setAnswer] = useState<BatchAnswer>();
  const [isPending, setPending] = useState(false);
  return (
    <Dialog
      opened
      onClose={() => props.onClose(answer)}
      title={answer ? "Outcome" : props.title}
      size="lg"
      isLocked={isPending}
    >
      {answer ? (
        <Verdicts answer={answer} onClose={() => props.onClose(answer)} />
      ) : (
        <Question {...props} onAnswer={setAnswer} onPending={setPending} />
      )}
    </Dialog>
  );
}

function Question<E extends Endpoint>({
  call,
  rows,
  error,
  isTooMany,
  facts,
  truth,
  yes,
  style,
  initial,
  rules,
  toBody,
  fieldOf,
  children,
  onClose,
  onAnswer,
  onPending,
}: Props<E> & { onAnswer: (answer: BatchAnswer) => void; onPending: (isPending: boolean) => void }): ReactNode {
  const ids = (rows ?? []).map(({ id }) => id);
  const form = useCallForm(call, {
    initial,
    rules,
    isGuarded: false,
    toBody: (values) => toBody(ids, values),
    ...(fieldOf && { fieldOf }),
    onDone: (answer) => onAnswer(answer as BatchAnswer),
  });
  if (error) return <Failure error={error} />;
  if (!rows) return <Skeleton height={160} />;
  const refused = rows.filter(({ whyNot }) => whyNot !== null);
  const ready = rows.length - refused.length;
  const submit = async (): Promise<void> => {
    onPending(true);
    await form.submit();
    onPending(false);
  };
  return (
    <Form form={{ ...form, submit }}>
      <Facts
        items={[
          { label: "Chosen", value: count(rows.length), figure: true },
          refused.length > 0 && { label: "Ready, as far as this screen knows", value: count(ready), figure: true },
          ...facts.map(({ label, value, kobo }) => ({
            label,
            value: kobo === undefined ? value : naira(kobo),
            figure: true,
          })),
        ]}
      />
      {isTooMany && (
        <Notice tone="warning">More than 500 match. A batch takes 500 at most: these are the first 500.</Notice>
      )}
      {refused.length > 0 && (
        <details className={styles.refused} open={refused.length <= 4}>
          <summary>{count(refused.length)} of them cannot go and will be left out</summary>
          <ul>
            {refused.map(({ id, label, whyNot }) => (
              <li key={id}>
                {label}: <span className="muted">{whyNot}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Notice tone="info">{truth}</Notice>
      {children}
      {form.isPending && (
        <p className="small muted" role="status">
          Under way. Please wait for the answer…
        </p>
      )}
      <div className={dialogStyles.buttons}>
        <Button variant="default" disabled={form.isPending} onClick={() => onClose(undefined)}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={form.isPending}
          disabled={ready === 0}
          {...(style === "danger" && { color: "red.9" })}
        >
          {ready === 0 ? "None of them is ready" : yes}
        </Button>
      </div>
    </Form>
  );
}

/** The verdict on each row, the refused ones first, and who decides next. */
export function Verdicts({ answer, onClose }: { answer: BatchAnswer; onClose: () => void }): ReactNode {
  const items = answer.items.toSorted((left, right) => left.verdict.localeCompare(right.verdict) * -1);
  return (
    <div className="stack-12">
      {answer.approval_id ? (
        <Notice tone="success">
          <strong>
            {count(answer.ready)} of {count(answer.items.length)}, {naira(answer.amount_kobo)}, now wait for a second
            person.
          </strong>{" "}
          Nothing has moved yet. <Link to={`/admin/approvals/${answer.approval_id}`}>Open the request</Link>
        </Notice>
      ) : (
        <Notice tone="danger">None of them could be requested. No money has moved.</Notice>
      )}
      <div className={styles.list}>
        <PlainTable
          caption="Verdicts"
          rows={items}
          keyOf={({ id }, index) => `${id}-${index}`}
          columns={[
            { key: "_row", render: (row) => <VerdictName row={row} />, card: "title" },
            { key: "amount_kobo" },
            {
              key: "_verdict",
              render: (row) => (
                <ToneBadge tone={row.verdict === "ready" ? "success" : "danger"}>
                  {row.verdict === "ready" ? "Ready" : "Refused"}
                </ToneBadge>
              ),
            },
          ]}
        />
      </div>
      <div className={dialogStyles.buttons}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}

const VerdictName = ({ row }: { row: BatchAnswer["items"][number] }): ReactNode => (
  <span className={styles.name}>
    {row.customer ?? "Unknown"} <span className="muted">{row.reference ?? ""}</span>
    {row.reason && <small>{row.reason}</small>}
  </span>
);
