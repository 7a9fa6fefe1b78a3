import { effectWords, spendingRoles } from "@manilla/contract/companies/policy-rules";
import { counted } from "@manilla/contract/formats";
import { roleName } from "@manilla/contract/role-names";
import { Button, Checkbox } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction } from "../../../shared/api/use-call.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import dialogStyles from "../../../shared/ui/dialogs.module.css";
import { useCategories } from "../../../shared/expenses/use-categories.ts";
import { Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { Preview } from "./preview.tsx";
import { ruleWords } from "./rule-words.ts";

const { attach, find, remove, update } = calls.expensePolicies;
type Policy = Answer<typeof find>;

/** One policy: its rules, whose they are, and the versions of before. */
export default function PolicyScreen(): ReactNode {
  const [isChanging, setChanging] = useState(false);
  return (
    <RecordPage
      call={find}
      width="text"
      title={({ name }) => name}
      actions={(policy) => policy && !isChanging && <Acts policy={policy} onChange={() => setChanging(true)} />}
    >
      {(policy) =>
        isChanging ? <Change policy={policy} onDone={() => setChanging(false)} /> : <Details policy={policy} />
      }
    </RecordPage>
  );
}

function Acts({ policy, onChange }: { policy: Policy; onChange: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMay(update);
  const mayRemove = useMay(remove);
  if (policy.status !== "active") return <StatusBadge kind="expense_policy" status={policy.status} />;
  return (
    <>
      {mayChange && <Button onClick={onChange}>Change…</Button>}
      {mayChange && (
        <Button variant="default" onClick={() => setOpen(true)}>
          For whom…
        </Button>
      )}
      {mayRemove && (
        <ActionButton
          call={remove}
          body={{ policy_id: policy.id, version: policy.version }}
          variant="danger"
          confirm={{
            title: "Delete this policy?",
            body: "Its rules no longer apply. It stays on record.",
            yes: "Delete",
            style: "danger",
          }}
          done="Deleted."
        >
          Delete…
        </ActionButton>
      )}
      {isOpen && <RolesDialog policy={policy} onClose={() => setOpen(false)} />}
    </>
  );
}

function Details({ policy }: { policy: Policy }): ReactNode {
  const categories = useCategories();
  const mayTry = useMay(calls.expensePolicies.preview);
  return (
    <>
      <Panel title={`Rules, version ${policy.number}`}>
        <ul className="list stack-8">
          {policy.rules.map((rule) => (
            <li key={rule.name}>
              <strong>{rule.name}</strong> <span className="muted">{effectWords[rule.effect].toLowerCase()}</span>
              <div className="small muted">{ruleWords(rule, categories)}</div>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="For">
        {policy.roles.length > 0 ? (
          policy.roles.map(roleName).join(", ")
        ) : (
          <p className="muted">Nobody yet: attach it to roles, then it holds for their people.</p>
        )}
      </Panel>
      {mayTry && <Preview rules={policy.rules} roles={policy.roles} />}
      <Panel title="Versions">
        <ul className="list stack-8">
          {policy.versions.map(({ id, number, by, at, rules }) => (
            <li key={id}>
              Version {number}, {counted(rules, "rule")}, {by}, <When at={at} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Change({ policy, onDone }: { policy: Policy; onDone: () => void }): ReactNode {
  const { run } = useAction(update);
  return (
    <>
      <p>
        <Button variant="default" size="sm" onClick={onDone}>
          Leave it as it is
        </Button>
      </p>
      <PolicyForm
        initial={{ name: policy.name, rules: policy.rules }}
        roles={policy.roles}
        words="Save as a new version"
        save={async ({ name, rules }) => {
          await run({ body: { policy_id: policy.id, version: policy.version, name, rules: [...rules] } });
          toast("Saved. The new version holds from now on.");
          onDone();
        }}
      />
    </>
  );
}

function RolesDialog({ policy, onClose }: { policy: Policy; onClose: () => void }): ReactNode {
  const [roles, setRoles] = useState<readonly string[]>(policy.roles);
  const [failure, setFailure] = useState<string>();
  const { run, isPending } = useAction(attach);
  const save = async (): Promise<void> => {
    try {
      await run({ body: { policy_id: policy.id, roles: spendingRoles.filter((role) => roles.includes(role)) } });
      toast("Saved.");
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Dialog opened onClose={onClose} title="For whom is this policy?">
      <div className="stack-12">
        {failure && <Notice tone="danger">{failure}</Notice>}
        {spendingRoles.map((role) => (
          <Checkbox
            key={role}
            label={roleName(role)}
            checked={roles.includes(role)}
            onChange={(event) =>
              setRoles(event.currentTarget.checked ? [...roles, role] : roles.filter((one) => one !== role))
            }
          />
        ))}
      </div>
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void save()} loading={isPending}>
          Save
        </Button>
      </div>
    </Dialog>
  );
}
