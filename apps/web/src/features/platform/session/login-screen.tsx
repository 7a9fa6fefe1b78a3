import { type ReactNode, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError } from "../../../shared/api/errors.ts";
import { CodeField, PasswordField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { PasskeyButton } from "../../../shared/session/passkey-button.tsx";
import { landingOf, reloadSession } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import styles from "./session.module.css";

const needsCode = (error: unknown): boolean =>
  error instanceof CallError && (error.code === "second_factor_required" || "code" in error.fields);

/** R002: e-mail or phone and password; the authenticator's code where one is set; or a passkey. */
export default function LoginScreen(): ReactNode {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [asksCode, setAsksCode] = useState(false);
  const form = useCallForm(calls.session.logIn, {
    initial: { email: "", password: "", code: "" },
    isGuarded: false,
    onError: (error) => needsCode(error) && setAsksCode(true),
    onDone: () => enter(),
  });
  const enter = async (): Promise<void> => {
    const session = await reloadSession();
    await navigate(landingOf(query.get("redirect"), session), { replace: true });
  };
  return (
    <AuthLayout
      title="Sign in"
      aside={
        <>
          <span>
            New here? <Link to="/register">Create an account</Link> · <Link to="/borrow">What could I borrow?</Link>
          </span>
          <span>
            For a company: <Link to="/register/business">Register your business</Link>
          </span>
        </>
      }
    >
      {query.get("expired") !== null && (
        <p className={styles.notice} role="status">
          Your session has ended after an hour. Sign in and you are back where you were; what you had typed is kept.
        </p>
      )}
      {query.get("expired") === null && query.get("redirect") !== null && (
        <p className={styles.notice} role="status">
          Sign in to go on where you were. Anything that you had typed there is kept.
        </p>
      )}
      <Form form={form}>
        <TextField name="email" label="E-mail or phone" autoComplete="username" inputMode="email" autoFocus />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        {asksCode && <CodeField name="code" label="Code of your authenticator" autoFocus />}
        <SubmitButton fullWidth>Sign in</SubmitButton>
        <Link to="/password/forgotten" className="small">
          Forgotten your password?
        </Link>
      </Form>
      <PasskeyButton purpose="sign_in" onDone={enter}>
        Sign in with a passkey
      </PasskeyButton>
    </AuthLayout>
  );
}
