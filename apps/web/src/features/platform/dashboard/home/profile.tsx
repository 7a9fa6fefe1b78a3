import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import { ProfileBadge, useOwnDecision } from "../../../../shared/credit/own-decision.tsx";
import { Panel } from "../../../../shared/ui/kit.tsx";
import styles from "./home.module.css";

/** How far one's profile is: only while that matters. */
export function Profile({ state }: { state: Answer<typeof calls.onboarding.find> }): ReactNode {
  const { completeness, profile } = state;
  const isRefused = useOwnDecision()?.outcome === "declined";
  if (completeness.is_complete) return null;
  // What was asked for and answered with no is no step that is left.
  const own = completeness.conditions.filter(
    ({ name }) => name !== "approved" && name !== "not_declined" && !(isRefused && name === "instant_approval"),
  );
  const done = own.filter(({ holds }) => holds).length;
  const isWaiting = completeness.is_ready_for_review && profile.status !== "activated";
  const first = own.find(({ holds }) => !holds);
  return (
    <Panel
      title="Your profile"
      actions={<ProfileBadge status={profile.status} isReady={completeness.is_ready_for_review} />}
    >
      {profile.status === "declined" || profile.status === "deactivated" ? (
        <p>
          Your profile was not approved{profile.decline_reason ? `: ${profile.decline_reason}` : "."}{" "}
          <Link to="/customer/approval">What you can do</Link>
        </p>
      ) : (
        <>
          {isWaiting && <p>We have what we need and are looking at it. We write to you when there is a decision.</p>}
          {first && (
            <>
              <div className={styles.bar} role="img" aria-label={`${done} of ${own.length} done`}>
                {own.map(({ name }, index) => (
                  <span key={name} data-done={index < done} />
                ))}
              </div>
              <p>
                {first.wants} <Link to="/customer/settings/profile">Go on</Link>
              </p>
            </>
          )}
        </>
      )}
    </Panel>
  );
}
