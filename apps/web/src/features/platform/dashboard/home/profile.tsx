import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import { ProfileBadge, useOwnDecision } from "../../../../shared/credit/own-decision.tsx";
import { Panel } from "../../../../shared/ui/kit.tsx";

/** How far one's profile is: only while that matters. */
export function Profile({ state }: { state: Answer<typeof calls.onboarding.find> }): ReactNode {
  const { completeness, profile } = state;
  const isRefused = useOwnDecision()?.outcome === "declined";
  if (completeness.is_complete) return null;
  // A card is nobody's duty; what was requested and answered with no is no step that is left.
  const own = completeness.conditions.filter(
    ({ name }) =>
      !["approved", "not_declined", "card_request"].includes(name) && !(isRefused && name === "instant_approval"),
  );
  const isWaiting = completeness.is_ready_for_review && profile.status !== "activated";
  const first = own.find(({ holds }) => !holds);
  if (profile.status === "activated" && !first) return null;
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
            <p>
              {first.wants} <Link to="/customer/settings/profile">Go on</Link>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
