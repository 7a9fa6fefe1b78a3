import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RequestForm } from "./request-form.tsx";

/** Somebody asks their company for money. */
export default function NewRequestScreen(): ReactNode {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const { run } = useAction(calls.expenseRequests.create);
  return (
    <Page width="text" lead="One line for each receipt. Your company's policies are checked when you submit.">
      <RequestForm
        advance_id={address.get("advance")}
        save={async (content) => {
          const { request } = await run({ body: content });
          toast(content.is_draft ? "Kept as a draft." : "Asked. The chain of your company decides.");
          await navigate(`/${accountTypeOf(location.pathname) ?? "corporate"}/expenses/requests/${request.id}`);
        }}
      />
    </Page>
  );
}
