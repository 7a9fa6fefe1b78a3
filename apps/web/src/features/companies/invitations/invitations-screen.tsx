import { date } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** Companies that say that one works for them. */
export default function InvitationsScreen(): ReactNode {
  const letter = useSearchParams()[0].get("letter");
  const answer = useRecord(calls.invitations.listOwn, {});
  return (
    <Page
      width="form"
      lead="Companies that have registered you as one of their people. You join with your own account."
    >
      <Answered of={answer} height={160}>
        {({ invitations, employer }) =>
          invitations.length === 0 ? (
            <Empty title="No invitations">When a company invites you, you answer here.</Empty>
          ) : (
            invitations.map(({ id, company, position, roles, invited_until }) => (
              <Panel key={id} title={company}>
                <Facts
                  items={[
                    position !== null && { label: "Position", value: position },
                    { label: "You may", value: roles.join(", ") },
                    { label: "Answer until", value: date(invited_until) },
                  ]}
                />
                <p className="small muted">Your account and your loans stay your own; {company} does not see them.</p>
                {letter === null && employer === null && (
                  <p className="small">To accept, open the link in the letter that {company} had us send to you.</p>
                )}
                <div className="buttons">
                  <ActionButton
                    call={calls.invitations.accept}
                    params={{ id }}
                    body={{ letter: letter ?? "" }}
                    variant="primary"
                    disabledBecause={
                      employer === null
                        ? letter === null
                          ? "Open this page by the link in the company's letter."
                          : undefined
                        : `You work for ${employer}: leave it first.`
                    }
                    confirm={{
                      title: `Do you work for ${company}?`,
                      body: "You become one of its people here.",
                      yes: "I do",
                    }}
                    done="You are one of its people now."
                  >
                    Accept
                  </ActionButton>
                  <ActionButton
                    call={calls.invitations.decline}
                    params={{ id }}
                    confirm={{ title: `Decline the invitation of ${company}?`, yes: "Decline", style: "danger" }}
                    done="Declined."
                  >
                    Decline
                  </ActionButton>
                </div>
              </Panel>
            ))
          )
        }
      </Answered>
    </Page>
  );
}
