import { day } from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import { termsVersion } from "@manilla/contract/people/terms";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import type { Section } from "../../../shared/session/legal-words.ts";
import { Sections } from "../../../shared/session/sections.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";

/** A page of plain words, with its version and whom to ask. */
export function LegalPage({ title, sections }: { title: string; sections: readonly Section[] }): ReactNode {
  const { data } = useCall(calls.session.configurations, {});
  const [email, phone] = [String(data?.["support_email"] ?? ""), String(data?.["support_phone"] ?? "")];
  return (
    <AuthLayout
      title={title}
      lead={`Version of ${day(termsVersion)}`}
      aside={
        <span>
          <Link to="/terms">Terms</Link> · <Link to="/privacy">Privacy notice</Link> ·{" "}
          <Link to="/register">Create an account</Link>
        </span>
      }
    >
      <div className="stack">
        <Sections of={sections} />
        {(email || phone) && (
          <p>
            Questions and complaints: {email && <a href={`mailto:${email}`}>{email}</a>}
            {email && phone && " or "}
            {phone && <a href={`tel:${phone}`}>{displayPhone(phone)}</a>}.
          </p>
        )}
      </div>
    </AuthLayout>
  );
}
