import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { useSession } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { PasswordForm } from "./password-form.tsx";

/** R006: where somebody comes whose password was given to them by another. */
export default function UpdatePasswordScreen(): ReactNode {
  const navigate = useNavigate();
  const isGiven = !useSession().guards.password_changed;
  return (
    <AuthLayout
      title="Change your password"
      {...(isGiven && { lead: "Your password was set by somebody else. Choose one that only you know." })}
      aside={<Link to="/logout">Sign out</Link>}
    >
      <PasswordForm onDone={() => navigate("/", { replace: true })} />
    </AuthLayout>
  );
}
