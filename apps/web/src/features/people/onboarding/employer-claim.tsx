import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";

/** The outcome of "I work there"; nothing for those who said nothing or are confirmed. */
export function EmployerClaim(): ReactNode {
  const { data } = useCall(calls.employmentClaims.findOwn, {}, { freshForMs: 30_000 });
  const claim = data?.claim;
  if (!claim || claim.status === "confirmed" || claim.status === "withdrawn") return null;
  if (claim.status === "refused")
    return (
      <Notice tone="warning">
        {claim.company} says that you do not work there.{claim.decision_reason ? ` ${claim.decision_reason}` : ""} You
        can go on without it.
      </Notice>
    );
  return (
    <Notice
      tone="info"
      action={
        <ActionButton call={calls.employmentClaims.withdrawOwn} done="Taken back.">
          Take it back
        </ActionButton>
      }
    >
      {claim.company} has been asked to confirm that you work there. You need not wait for it.
    </Notice>
  );
}
