import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { reloadSession, useSession } from "../../shared/session/session.ts";
import { StatusBadge } from "../../shared/ui/badge.tsx";
import { LinkButton, Panel } from "../../shared/ui/kit.tsx";
import { Page } from "../../shared/ui/page.tsx";

/** R009: where somebody stands whose profile was declined or is still looked at. */
export default function AwaitingApprovalScreen(): ReactNode {
  const { user, guards } = useSession();
  const navigate = useNavigate();
  const look = async (): Promise<void> => {
    const session = await reloadSession();
    if (session?.guards.profile_approved) await navigate("/");
  };
  return (
    <Page width="form">
      <Panel title="Your profile" actions={<StatusBadge kind="person" status={user.profile_status} />}>
        {user.profile_status === "declined" ? (
          <p>Your profile was not approved, so loans and payments are closed for now. The message that we sent you says why and what you can do about it.</p>
        ) : guards.profile_approved ? (
          <p>Your profile is in order.</p>
        ) : (
          <p>Somebody is looking at your profile. We write to you as soon as there is a decision; you need not wait on this page.</p>
        )}
        <p style={{ marginTop: 12 }}>
          <LinkButton onClick={() => void look()}>Look again</LinkButton>
        </p>
      </Panel>
    </Page>
  );
}
