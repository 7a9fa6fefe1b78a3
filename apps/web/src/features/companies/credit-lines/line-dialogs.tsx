import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { EmployeeField } from "../../../shared/people/employee-field.tsx";
import type { Line } from "./credit-screen.tsx";

/** From the line into the wallet, or back: C243. */
export function MoveDialog({
  what,
  line,
  onClose,
}: {
  what: "draw" | "pay";
  line: Line;
  onClose: () => void;
}): ReactNode {
  const isDraw = what === "draw";
  const owed = line.drawn_kobo + line.interest_kobo + line.penalty_kobo;
  const form = useCallForm(isDraw ? calls.creditLines.draw : calls.creditLines.fundCredit, {
    initial: { amount_kobo: (isDraw ? null : owed) as number | null },
    isGuarded: false,
    onDone: ({ wallet_kobo, approval_id }) => (
      toast(approval_id ? colleagueAsked : `Done. The wallet has ${naira(wallet_kobo)} available.`),
      onClose()
    ),
  });
  return (
    <Dialog opened onClose={onClose} title={isDraw ? "Draw from the line" : "Pay back to the line"}>
      <Form form={form}>
        <Facts
          items={[
            isDraw
              ? { label: "Left of the line", value: naira(line.available_kobo), figure: true }
              : { label: "Owed with interest", value: naira(owed), figure: true },
          ]}
        />
        <MoneyField name="amount_kobo" label="Amount" />
        <p className="small muted">
          {isDraw
            ? "A colleague agrees first; then it is in the wallet at once. Interest is counted from the first close of business."
            : "It is taken from the wallet and pays penalties and interest first."}
        </p>
        <SubmitButton onCancel={onClose}>{isDraw ? "Draw" : "Pay back"}</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** C246. */
export function GiveDialog({ line, onClose }: { line: Line; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.creditLines.assignCredit, {
    initial: { user_id: "", amount_kobo: null as number | null },
    isGuarded: false,
    onDone: ({ approval_id }) => (toast(approval_id ? colleagueAsked : "Given."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Give a part of the line">
      <Form form={form}>
        <Facts items={[{ label: "Left of the line", value: naira(line.available_kobo), figure: true }]} />
        <EmployeeField name="user_id" />
        <MoneyField name="amount_kobo" label="Amount" />
        <SubmitButton onCancel={onClose}>Give</SubmitButton>
      </Form>
    </Dialog>
  );
}
