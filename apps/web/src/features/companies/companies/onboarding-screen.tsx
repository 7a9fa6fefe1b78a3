import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { reloadSession, useMay } from "../../../shared/session/session.ts";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { CompanyForm } from "./company-form.tsx";

/** R008: where a company without a profile lands. Once saved, everything else opens. */
export default function OnboardingScreen(): ReactNode {
  const navigate = useNavigate();
  const answer = useRecord(calls.companies.findOwn, {});
  const { data } = answer;
  const mayChange = useMay(calls.companies.updateOwn);
  const company = data?.company;
  const goOn = async (): Promise<void> => {
    await reloadSession();
    // Every other page would only refuse: no plan is chosen yet.
    await navigate("/corporate/subscription", { replace: true });
  };
  return (
    <AuthLayout
      title="Your company"
      lead={
        company
          ? `${company.rc_number ? `${company.rc_number}. ` : ""}Tell us where it is and how to reach it; then choose a plan.`
          : undefined
      }
      aside={<Link to="/logout">Sign out</Link>}
    >
      <Answered of={answer} height={280}>
        {({ company }) => (
          <>
            {company.profile_completed_at && (
              <Notice tone="success" action={<Link to="/">Go on</Link>}>
                The profile of {company.name} is complete.
              </Notice>
            )}
            {!company.profile_completed_at &&
              (mayChange ? (
                <CompanyForm company={company} submit="Save and go on" onDone={goOn} />
              ) : (
                <Notice tone="neutral">
                  The company's administrator has to complete its profile first. Please ask them.
                </Notice>
              ))}
          </>
        )}
      </Answered>
    </AuthLayout>
  );
}
