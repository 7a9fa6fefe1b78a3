import type { ReactNode } from "react";
import { Link } from "react-router";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Contacts } from "./contacts.tsx";

/** N01 without an account. */
export default function OpenHelpScreen(): ReactNode {
  return (
    <AuthLayout
      title="Help"
      lead="Call us, write to us, or complain."
      aside={
        <span>
          <Link to="/terms">Terms</Link> · <Link to="/privacy">Privacy notice</Link>
        </span>
      }
    >
      <Contacts />
      <p>
        <Link to="/login?redirect=/customer/help">Sign in</Link> to complain here and to follow what becomes of it.
        Without an account, call or write to us: we give you a reference too.
      </p>
    </AuthLayout>
  );
}
