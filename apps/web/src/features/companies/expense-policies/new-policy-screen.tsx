import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { PolicyForm } from "./policy-form.tsx";

/** R056: rules about what may be spent. */
export default function NewPolicyScreen(): ReactNode {
  const navigate = useNavigate();
  const { run } = useAction(calls.expensePolicies.create);
  return (
    <Page width="text" lead="Try the rules on what was spent before you save them. Then say for whose roles they are.">
      <PolicyForm
        initial={{ name: "", rules: [] }}
        roles={[]}
        words="Save the policy"
        save={async ({ name, rules }) => {
          const { policy } = await run({ body: { name, rules: [...rules] } });
          toast("Saved. Say now for whose roles it is.");
          await navigate(`/corporate/expenses/policies/${policy.id}`);
        }}
      />
    </Page>
  );
}
