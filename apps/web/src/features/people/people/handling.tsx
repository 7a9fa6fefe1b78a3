import { naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { AssignDialog } from "../../../shared/people/assign-dialog.tsx";
import { sayUnassigned, sayAssigned } from "../../../shared/people/assigned-toast.ts";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Notice, When } from "../../../shared/ui/kit.tsx";
import { asCase, type Person } from "./parts.tsx";
import styles from "./person.module.css";

const planNames: Record<Person["plan"], string> = { tier_1: "Tier 1", tier_2: "Tier 2", tier_3: "Tier 3" };

/** Who handles the case and what can be done about it; the limit and the plan; whether money may leave. */
export function Handling({ person }: { person: Person }): ReactNode {
  const [open, setOpen] = useState<"assign" | "contact">();
  const mayAssign = useMay(calls.assignments.assign);
  const mayContact = useMay(calls.assignments.markAsContacted);
  const name = fullName(person);
  const [handler] = person.admins;
  const close = (): void => setOpen(undefined);
  return (
    <>
      <div className={styles.handling}>
        <span>
          {handler ? (
            <>
              Handled by <strong>{fullName(handler)}</strong> <Toned status={handler.status} />{" "}
              <span className="muted">
                since <When at={handler.assigned_at} />
              </span>
            </>
          ) : (
            <span className="muted">Handled by nobody in particular</span>
          )}
        </span>
        <span>
          Limit{" "}
          <Link to="?tab=limits">{person.credit_limit_kobo === null ? "none" : naira(person.credit_limit_kobo)}</Link>,{" "}
          {planNames[person.plan]}
        </span>
        <span className="buttons">
          {mayContact && handler && (
            <Button size="sm" variant="default" onClick={() => setOpen("contact")}>
              Log a contact
            </Button>
          )}
          {mayAssign && (
            <Button size="sm" variant="default" onClick={() => setOpen("assign")}>
              {handler ? "Reassign" : "Assign"}
            </Button>
          )}
          {handler && (
            <>
              {handler.status !== "attended" && (
                <ActionButton
                  call={calls.assignments.markAsAttended}
                  body={{ user_id: person.id }}
                  done="Attended."
                  confirm={{
                    title: `Is the case of ${name} dealt with?`,
                    body: "It no longer counts among the open cases.",
                    yes: "Attended",
                  }}
                >
                  Attended
                </ActionButton>
              )}
              <ActionButton
                call={calls.assignments.unassign}
                body={{ user_ids: [person.id] }}
                done={sayUnassigned}
                confirm={{
                  title: `Take the case from ${fullName(handler)}?`,
                  body: "Nobody in particular handles it afterwards.",
                  reason: "optional",
                  yes: "Unassign",
                }}
              >
                Unassign
              </ActionButton>
            </>
          )}
        </span>
      </div>
      {person.is_post_no_debit && (
        <Notice tone="warning" action={<Actions of={asCase(person)} calls={[calls.profiles.deactivatePostNoDebit]} />}>
          <strong>No money leaves.</strong> {person.post_no_debit_reason}
        </Notice>
      )}
      {open === "contact" && <ContactDialog userId={person.id} name={name} onClose={close} />}
      {open === "assign" && (
        <AssignDialog
          opened
          userIds={[person.id]}
          name={name}
          onClose={close}
          onDone={(results) => sayAssigned(results, "The case")}
        />
      )}
    </>
  );
}
