import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { useOwnDecision } from "../../../shared/credit/own-decision.tsx";
import { maySend, type Session } from "../../../shared/session/session.ts";
import { createStore } from "../../../shared/ui/store.ts";
import { useIsPhone } from "../../../shared/ui/device.ts";
import { IconX } from "../../../shared/ui/icons.ts";
import styles from "./onboarding.module.css";
import { openSteps, progressOf, stepsOf } from "./steps.ts";

/** Closed for the visit: until the page is loaded again or somebody else signs in. */
const closedFor = createStore<string | undefined>(undefined);

/** Says what onboarding still wants and leads there; never in the way. */
export default function OnboardingOverlay({ session }: { session: Session }): ReactNode {
  const isAllowed = maySend(session, calls.onboarding.find);
  const { data } = useCall(calls.onboarding.find, {}, { enabled: isAllowed });
  const decision = useOwnDecision();
  const isPhone = useIsPhone();
  const [isClosing, setClosing] = useState(false);
  const isClosed = closedFor.use() === session.user.id || isClosing;
  if (!data || isClosed || ["declined", "deactivated"].includes(data.profile.status)) return null;
  const steps = stepsOf({ ...data, decision });
  const open = openSteps(steps);
  const [first] = open;
  if (!first) return null;
  const { done, of } = progressOf(steps);
  const left = of - done;
  return (
    <section className={styles.overlay} aria-label="Onboarding">
      <div className={styles.overlayText}>
        <strong>
          {left === 1 ? "One step left" : `${left} steps left`}
          {isPhone || data.profile.status === "activated" ? "" : " before you can borrow"}
        </strong>
        <span className="muted small">
          {isPhone ? `Next: ${first.title}` : open.map(({ title }) => title).join(" · ")}
        </span>
      </div>
      <Button component={Link} to={`/customer/settings/profile?step=${first.key}`} size="sm" variant="default">
        Continue
      </Button>
      <button
        type="button"
        className={`${styles.close} reaches-further`}
        aria-label="Close for this visit"
        onClick={() => (setClosing(true), closedFor.set(() => session.user.id))}
      >
        <IconX size={18} />
      </button>
    </section>
  );
}
