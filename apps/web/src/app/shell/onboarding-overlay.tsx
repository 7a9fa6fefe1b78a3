import type { AccountType } from "@manilla/contract/accounts";
import { lazy, memo, type ReactNode, Suspense } from "react";
import type { Session } from "../../shared/session/session.ts";
import { Boundary } from "../../shared/ui/boundary.tsx";

type Overlay = (props: { session: Session }) => ReactNode;
/** The overlay is a feature: `features/people/onboarding/overlay.tsx`. */
const found = import.meta.glob<{ default: Overlay }>("../../features/people/onboarding/overlay.tsx");
const load = Object.values(found)[0];
const Found = load && lazy(load);

/** Shown to customers, except where they change their password or profile (spec line 22). */
export const OnboardingOverlay = memo(function OnboardingOverlay({
  session,
  type,
  pathname,
}: {
  session: Session;
  type: AccountType;
  pathname: string;
}): ReactNode {
  if (!Found || type !== "customer" || /\/settings\/(password|profile)$/.test(pathname)) return null;
  return (
    <Boundary>
      <Suspense>
        <Found session={session} />
      </Suspense>
    </Boundary>
  );
});
