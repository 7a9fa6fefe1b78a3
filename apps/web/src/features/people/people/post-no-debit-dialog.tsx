import { count, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Answer, send } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import type { Verdict } from "../../../shared/people/verdicts.tsx";
import peopleStyles from "../../../shared/people/people.module.css";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../shared/ui/dialogs.module.css";
import { Facts, Failure, Skeleton } from "../../../shared/ui/kit.tsx";

type Row = Answer<typeof calls.profiles.previewPostNoDebit>["rows"][number];

interface Props {
  ids: readonly string[];
  /** Whether money is stopped; else a second person is asked to let it out again. */
  isStopped: boolean;
  onClose: () => void;
  onResults: (verdicts: readonly Verdict[]) => void;
}

/** Stops the money of several people, or asks that it be released: first what it comes to, row by row, then the reason, then a verdict for each. */
export function PostNoDebitDialog(props: Props): ReactNode {
  const { ids, isStopped, onClose } = props;
  const body = { user_ids: [...ids], is_post_no_debit: isStopped };
  const { data, error, refetch } = useQuery({
    queryKey: ["post-no-debit-preview", body],
    queryFn: ({ signal }) => send(calls.profiles.previewPostNoDebit, { body }, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isStopped ? "Stop money from leaving these accounts?" : "Ask to let money leave these accounts again?"}
      size="lg"
    >
      {data ? (
        <Preview {...props} rows={data.rows} />
      ) : error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  );
}

function Preview({ ids, isStopped, onClose, onResults, rows }: Props & { rows: readonly Row[] }): ReactNode {
  const [isPending, setPending] = useState(false);
  const ready = rows.filter(({ why_not }) => why_not === null);
  const form = useCallForm(calls.profiles.postNoDebitOfMany, {
    initial: { reason: "" },
    isGuarded: false,
    rules: { reason: "required|min:3|max:500" },
    toBody: ({ reason }) => ({ user_ids: [...ids], is_post_no_debit: isStopped, reason: String(reason) }),
    onDone: ({ results }) => {
      onClose();
      onResults(results.map((result) => ({ ...result, now: isStopped ? "No money leaves" : "Requested" })));
    },
  });
  const submit = async (): Promise<void> => {
    setPending(true);
    await form.submit();
    setPending(false);
  };
  const owed = ready.reduce((sum, { outstanding_kobo }) => sum + Number(outstanding_kobo), 0);
  return (
    <Form form={{ ...form, submit }}>
      <Facts
        items={[
          { label: "Chosen", value: count(rows.length), figure: true },
          { label: isStopped ? "Will be stopped" : "Will be requested", value: count(ready.length), figure: true },
          { label: "They owe together", value: naira(owed), figure: true },
        ]}
      />
      <p className="small muted">
        {isStopped
          ? "Money can still come in."
          : "A second person decides about each among the approvals. Until then no money leaves."}
      </p>
      <ul className={peopleStyles.verdicts} aria-label="Outcome for each">
        {rows
          .toSorted((left, right) => Number(left.why_not === null) - Number(right.why_not === null))
          .map((row) => (
            <li key={row.user_id}>
              <span>{row.name}</span>
              <ToneBadge tone={row.why_not ? "danger" : "success"}>
                {row.why_not ? "Stays as it is" : isStopped ? "Will be stopped" : "Will be requested"}
              </ToneBadge>
              <span className="small muted">
                {row.why_not ??
                  [
                    row.stopped_because && `Stopped because: ${row.stopped_because}`,
                    row.running_loans > 0 ? `owes ${naira(row.outstanding_kobo)}` : "owes nothing",
                  ]
                    .filter(Boolean)
                    .join(" · ")}
              </span>
            </li>
          ))}
      </ul>
      <TextAreaField name="reason" label="Reason" />
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        {ready.length > 0 ? (
          <SubmitButton>{isStopped ? `Stop ${count(ready.length)}` : `Ask for ${count(ready.length)}`}</SubmitButton>
        ) : (
          <Button disabled>Nothing to do</Button>
        )}
      </div>
    </Form>
  );
}
