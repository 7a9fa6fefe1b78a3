import type { ReactNode } from "react";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { PasswordForm } from "./password-form.tsx";

/** R020. */
export default function PasswordScreen(): ReactNode {
  return (
    <Page width="form" lead="Every other place where you are signed in is signed out.">
      <Panel>
        <PasswordForm onDone={() => toast("Your password is changed.")} />
      </Panel>
    </Page>
  );
}
