import { chainKindWords, unsaidWords } from "@manilla/contract/companies/chain-steps";
import { counted, naira } from "@manilla/contract/formats";
import { roleNames } from "@manilla/contract/role-names";
import { Button } from "@mantine/core";
import { type ReactNode, Suspense, lazy, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useCategories } from "../../../shared/expenses/use-categories.ts";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const { chains, changeChain } = calls.approvalChains;
export type Chains = Answer<typeof chains>;
export type Chain = Chains["chains"][number];
export type Step = Chain["steps"][number];

const ChainDialog = lazy(() => import("./chain-dialog.tsx"));

/** Who agrees to what in the company. */
export default function ChainsScreen(): ReactNode {
  const answer = useRecord(chains, {});
  const [changed, setChanged] = useState<Chain>();
  const mayChange = useMay(changeChain);
  const categories = useCategories();
  return (
    <Page
      width="text"
      lead="The approval steps of each kind of request. A request in progress keeps the version with which it began."
    >
      <Answered of={answer} height={200}>
        {(found) => (
          <>
            {found.chains.map((chain) => (
              <Panel
                key={chain.kind}
                title={chainKindWords[chain.kind]}
                actions={
                  mayChange && (
                    <Button size="sm" variant="default" onClick={() => setChanged(chain)}>
                      Change…
                    </Button>
                  )
                }
              >
                {chain.number === 0 && unsaidWords[chain.kind] ? (
                  <p>{unsaidWords[chain.kind]}</p>
                ) : (
                  <ol className="list stack-8">
                    {chain.steps.map((step, index) => (
                      // The steps of a version never change places.
                      <li key={index}>
                        <strong>{step.name}</strong>
                        <div className="small muted">{stepWords(step, { ...found, categories })}</div>
                      </li>
                    ))}
                  </ol>
                )}
                <p className="small muted">
                  {chain.changed_at ? (
                    <>
                      Version {chain.number}, by {chain.changed_by ?? "somebody"}, <When at={chain.changed_at} />
                      {chain.older > 0 &&
                        `. ${counted(chain.older, "request")} under way ${chain.older === 1 ? "keeps" : "keep"} an older one`}
                    </>
                  ) : (
                    "As every company begins: nobody has changed it yet."
                  )}
                </p>
              </Panel>
            ))}
            {changed && (
              <Suspense>
                <ChainDialog
                  chain={changed}
                  named={found}
                  categories={categories}
                  onClose={() => setChanged(undefined)}
                />
              </Suspense>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

type Named = Pick<Chains, "people">;
const nameIn = (all: readonly { id: string; name: string }[], id: string | null | undefined): string =>
  all.find((one) => one.id === id)?.name ?? "somebody who is gone";

/** An approver in words. */
export const approverWords = ({ who, role, user_id }: Step["approvers"][number], { people }: Named): string =>
  who === "manager"
    ? "the requester’s manager"
    : who === "department_head"
      ? "the head of the department"
      : who === "role"
        ? (roleNames[role ?? "company_super_admin"] ?? "a role")
        : nameIn(people, user_id);

/** A step in one sentence. */
function stepWords(
  step: Step,
  named: Pick<Chains, "people" | "departments" | "requesters"> & {
    categories: readonly { id: string; name: string }[];
  },
): string {
  const { department_ids = [], category_ids = [], requester_ids = [] } = step;
  const when = [
    step.from_kobo && `from ${naira(step.from_kobo)}`,
    step.below_kobo && `below ${naira(step.below_kobo)}`,
    department_ids.length > 0 && `for ${department_ids.map((id) => nameIn(named.departments, id)).join(", ")}`,
    category_ids.length > 0 && `for ${category_ids.map((id) => nameIn(named.categories, id)).join(" or ")}`,
    requester_ids.length > 0 && `requested by ${requester_ids.map((id) => nameIn(named.requesters, id)).join(", ")}`,
  ].filter(Boolean);
  const who = step.approvers.map((one) => approverWords(one, named)).join(step.need === "all" ? " and " : " or ");
  const late = step.escalate_after_days && step.escalate_to;
  return [
    `${when.length > 0 ? `${when.join(", ")}: ` : ""}${who}`,
    late && `after ${counted(step.escalate_after_days!, "working day")} also ${approverWords(late, named)}`,
  ]
    .filter(Boolean)
    .join("; ");
}
