import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import {
  DecisionWords,
  type OwnDecision,
  ProfileBadge,
  Reasons,
  lookWords,
  useOwnDecision,
} from "../../../shared/credit/own-decision.tsx";
import { accountTypeOf, maySend, reloadSession, type Session, useSession } from "../../../shared/session/session.ts";
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { AppealPanel } from "./appeal-panel.tsx";
import styles from "./session.module.css";

type Standing = "refused" | "closed" | "approved" | "waiting";

function standingOf({ user, guards }: Session): Standing {
  if (user.profile_status === "declined") return "refused";
  if (!guards.profile_approved) return "closed";
  return user.profile_status === "activated" ? "approved" : "waiting";
}

/** At a company's address it is the company that is approved, or not yet; nobody lends to it. */
function CompanyStanding(): ReactNode {
  const { user } = useSession();
  const { data } = useRecord(calls.companies.plans, {});
  const name = user.company?.name ?? "Your company";
  return (
    <Page width="form">
      {data && (
        <Panel title="Your company">
          {data.is_approved ? (
            <p>
              {name} is approved. <Link to="/corporate/dashboard">To your dashboard</Link>
            </p>
          ) : (
            <p>
              We are looking at the registration of {name}. Nothing is charged before it is approved.{" "}
              <Link to="/corporate/help">Ask us about it</Link>
            </p>
          )}
        </Panel>
      )}
    </Page>
  );
}

/** R009: what was decided about a profile and why, what comes next, and for a declined one the way to have it looked at again. */
export default function AwaitingApprovalScreen(): ReactNode {
  const { guards } = useSession();
  const isOfCompany = accountTypeOf(location.pathname) === "corporate" && guards.profile_approved;
  return isOfCompany ? <CompanyStanding /> : <OwnStanding />;
}

function OwnStanding(): ReactNode {
  const session = useSession();
  const navigate = useNavigate();
  const isCustomer = maySend(session, calls.onboarding.find);
  const onboarding = useRecord(calls.onboarding.find, {}, { enabled: isCustomer });
  const decision = useOwnDecision();
  const standing = standingOf(session);
  const look = async (): Promise<void> => {
    const fresh = await reloadSession();
    if (fresh?.guards.profile_approved) await navigate("/");
  };
  const wanted = onboarding.data?.completeness.conditions.find(
    ({ name, holds }) => !holds && !["approved", "not_declined", "card_request", "instant_approval"].includes(name),
  )?.wants;
  return (
    <Page width="form">
      <Panel
        title="Your profile"
        actions={
          <ProfileBadge
            status={session.user.profile_status}
            isReady={onboarding.data?.completeness.is_ready_for_review ?? !isCustomer}
          />
        }
      >
        <div className={styles.stack}>
          {standing === "refused" && (
            <Refused reason={onboarding.data?.profile.decline_reason ?? null} decision={decision} />
          )}
          {standing === "closed" && <Closed reason={onboarding.data?.profile.decline_reason ?? null} />}
          {standing === "approved" && (
            <p>
              Your profile is in order. <Link to={isCustomer ? "/customer/dashboard" : "/"}>To your dashboard</Link>
            </p>
          )}
          {standing === "waiting" && <Waiting decision={decision} wanted={wanted ?? null} />}
          <p>
            <LinkButton onClick={() => void look()}>Look again</LinkButton>
          </p>
        </div>
      </Panel>
      {isCustomer && <AppealPanel />}
    </Page>
  );
}

function Refused({ reason, decision }: { reason: string | null; decision: OwnDecision | null | undefined }): ReactNode {
  return (
    <>
      <p>
        We cannot lend to you now, so new loans are closed. Everything that you have given us stays, and nothing that
        you owe or have paid changes.
      </p>
      <Reasons
        title="Why"
        texts={[...(reason ? [reason] : []), ...(decision?.outcome === "declined" ? decision.reasons : [])]}
      />
    </>
  );
}

function Closed({ reason }: { reason: string | null }): ReactNode {
  return (
    <>
      <p>
        Your profile has been closed, so new loans are closed too. What you owe, if anything, stays as it was agreed.
      </p>
      <Reasons title="Why" texts={reason ? [reason] : []} />
    </>
  );
}

function Waiting({ decision, wanted }: { decision: OwnDecision | null | undefined; wanted: string | null }): ReactNode {
  return (
    <>
      {wanted === null ? (
        <p>
          {decision?.look_by
            ? lookWords(decision.look_by)
            : "Somebody is looking at your profile. We write to you as soon as there is a decision."}{" "}
          You need not wait on this page.
        </p>
      ) : (
        <p>
          We can decide once your profile is complete. {wanted} <Link to="/customer/settings/profile">Go on</Link>
        </p>
      )}
      {decision?.outcome === "referred" && <Reasons title="What we look at" texts={decision.reasons} />}
      {decision && decision.outcome !== "referred" && <DecisionWords decision={decision} />}
    </>
  );
}
