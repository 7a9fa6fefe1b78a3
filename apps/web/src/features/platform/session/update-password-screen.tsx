import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { PasswordForm } from "./password-form.tsx";

/** R006: where somebody comes whose password was given to them by another. */
export default function UpdatePasswordScreen(): ReactNode {
  const navigate = useNavigate();
  return (
    <AuthLayout
      title="Change your password"
      lead="Your password was set by somebody else. Choose one that only you know."
      aside={<Link to="/logout">Sign out</Link>}
    >
      <PasswordForm onDone={() => navigate("/", { replace: true })} />
    </AuthLayout>
  );
}
