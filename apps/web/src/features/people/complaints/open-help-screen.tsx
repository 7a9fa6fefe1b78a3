import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMaybeSession } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Contacts } from "./contacts.tsx";

/** N01 without an account. */
export default function OpenHelpScreen(): ReactNode {
  const type = useMaybeSession()?.account_types[0];
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
        {type ? (
          <>
            <Link to={`/${type}/help`}>Complain here</Link>, and follow what becomes of it.
          </>
        ) : (
          <>
            <Link to="/login?redirect=/customer/help">Sign in</Link> to complain here and to follow what becomes of it.
            Without an account, call or write to us: we give you a reference too.
          </>
        )}
      </p>
    </AuthLayout>
  );
}
