import { counted } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { send } from "../../../../shared/api/call.ts";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { errorText } from "../../../../shared/api/errors.ts";
import { refreshEverything } from "../../../../shared/api/query-client.ts";
import { useChosenRows } from "../../../../shared/batch/chosen-rows.ts";
import type { RowOf } from "../../../../shared/list/list-page.tsx";
import type { Selection } from "../../../../shared/list/selection.ts";
import { fullName } from "../../../../shared/people/names.ts";
import { type Verdict, Verdicts } from "../../../../shared/people/verdicts.tsx";
import { Dialog } from "../../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../../shared/ui/dialogs.module.css";
import { Facts, Failure, Notice, Skeleton } from "../../../../shared/ui/kit.tsx";

type Row = RowOf<typeof calls.peopleStatistics.pendingBankAccounts>;

/** One account after the other: each is a decision of its own, with its own refusal. */
async function verified(row: Row): Promise<Verdict> {
  const { user_id } = row;
  if (row.is_same_name !== true)
    return { user_id, is_done: false, reason: "The names differ: it is looked at by itself." };
  return send(calls.people.verifyBankAccount, { params: { id: user_id }, body: {} }).then(
    () => ({ user_id, is_done: true, reason: null, now: "Verified" }),
    (error: unknown) => ({ user_id, is_done: false, reason: errorText(error) }),
  );
}

/** C050 for several accounts: those on which the bank's name and the person's agree. */
export function VerifyMany({ selection, onClose }: { selection: Selection; onClose: () => void }): ReactNode {
  const { chosen, error } = useChosenRows(calls.peopleStatistics.pendingBankAccounts, selection);
  const [isPending, setPending] = useState(false);
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>();
  const rows = chosen?.rows ?? [];
  const alike = rows.filter(({ is_same_name }) => is_same_name);
  const verify = async (): Promise<void> => {
    setPending(true);
    const answers: Verdict[] = [];
    for (const row of rows) answers.push(await verified(row));
    setVerdicts(answers);
    void refreshEverything();
  };
  const nameOf = (id: string): string => fullName(rows.find(({ user_id }) => user_id === id) ?? rows[0]!);
  if (verdicts) return <Verdicts verdicts={verdicts} nameOf={nameOf} onClose={() => (selection.clear(), onClose())} />;
  return (
    <Dialog opened onClose={onClose} title="Are these accounts theirs?" size="lg" isLocked={isPending}>
      {error ? <Failure error={error} /> : !chosen && <Skeleton height={120} />}
      {chosen && (
        <>
          <Facts
            items={[
              { label: "Chosen", value: counted(rows.length, "account") },
              { label: "The names agree", value: counted(alike.length, "account") },
            ]}
          />
          {alike.length < rows.length && (
            <Notice tone="warning">Where the names differ nothing is decided here: open the case.</Notice>
          )}
          <div className={dialogStyles.buttons}>
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button onClick={() => void verify()} disabled={alike.length === 0} loading={isPending}>
              Verify {counted(alike.length, "account")}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
