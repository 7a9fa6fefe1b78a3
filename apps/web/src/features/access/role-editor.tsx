import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { useAction, useCall } from "../../shared/api/use-call.ts";
import { Question } from "../../shared/form/action-button.tsx";
import { Form, useCallForm, useForm } from "../../shared/form/use-call-form.tsx";
import { TextField } from "../../shared/form/fields.tsx";
import { useMay } from "../../shared/session/session.ts";
import { Notice, Panel } from "../../shared/ui/kit.tsx";
import styles from "./access.module.css";

interface Person {
  id: string;
  label: string;
  detail: string;
}
type RoleSlugs = NonNullable<Parameters<ReturnType<typeof useAction<typeof calls.access.updateUserRoles>>["run"]>[0]["body"]>["roles"];

/** Proposes other roles for one person: found by name, phone or e-mail; decided by somebody else. */
export function RoleEditor(): ReactNode {
  const isAllowed = useMay(calls.access.updateUserRoles);
  const [person, setPerson] = useState<Person>();
  const [isOpen, setOpen] = useState(false);
  if (!isAllowed) return null;
  return (
    <Panel title="Change somebody's roles" actions={!isOpen && <Button size="sm" variant="default" onClick={() => setOpen(true)}>Propose a change</Button>}>
      {!isOpen ? <p className="muted">The change waits among the approvals until a second person agrees.</p> : person ? <Proposal person={person} onBack={() => setPerson(undefined)} /> : <FindPerson onFound={setPerson} />}
    </Panel>
  );
}

function FindPerson({ onFound }: { onFound: (person: Person) => void }): ReactNode {
  const form = useCallForm(calls.search.search, { initial: { q: "" }, rules: { q: "required|min:2" }, isGuarded: false });
  return (
    <Form form={form}>
      <TextField name="q" label="Person" placeholder="Name, phone or e-mail" autoFocus />
      <Found onFound={onFound} />
    </Form>
  );
}

function Found({ onFound }: { onFound: (person: Person) => void }): ReactNode {
  const { values } = useForm();
  const q = String(values["q"] ?? "").trim();
  const { data } = useCall(calls.search.search, { query: { q } }, { enabled: q.length >= 2, keep: true });
  const people = data?.groups.filter(({ noun }) => noun === "People").flatMap(({ items }) => items) ?? [];
  if (q.length < 2) return null;
  if (people.length === 0) return <p className="muted">Nobody found.</p>;
  return (
    <ul className={styles.people}>
      {people.slice(0, 6).map((item) => (
        <li key={item.id} className={styles.person}>
          <div>
            {item.label}
            <div className="small muted">{item.detail}</div>
          </div>
          <Button size="compact-sm" variant="default" onClick={() => onFound(item)}>
            Choose
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Proposal({ person, onBack }: { person: Person; onBack: () => void }): ReactNode {
  const { data } = useCall(calls.access.roles, {});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const [approvalId, setApprovalId] = useState<string>();
  const action = useAction(calls.access.updateUserRoles);
  if (approvalId) {
    return (
      <Notice tone="success">
        Proposed. It waits for a second person: <Link to={`/admin/approvals/${approvalId}`}>see the request</Link>.
      </Notice>
    );
  }
  const propose = async (reason: string): Promise<void> => {
    const answer = await action.run({ body: { user_id: person.id, roles: chosen as RoleSlugs, reason } });
    setApprovalId(answer.approval_id);
  };
  const names = data?.roles.filter(({ slug }) => chosen.includes(slug)).map(({ name }) => name) ?? [];
  return (
    <div className={styles.columns}>
      <p>
        New roles of <strong>{person.label}</strong> <span className="muted">{person.detail}</span>
      </p>
      <fieldset className={styles.roles}>
        <legend>They replace the present ones</legend>
        {data?.roles.map((role) => (
          <label key={role.slug}>
            <input type="checkbox" checked={chosen.includes(role.slug)} onChange={() => setChosen(chosen.includes(role.slug) ? chosen.filter((slug) => slug !== role.slug) : [...chosen, role.slug])} />
            {role.name}
          </label>
        ))}
      </fieldset>
      <div style={{ display: "flex", gap: 8 }}>
        <Button size="sm" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
          Propose
        </Button>
        <Button size="sm" variant="default" onClick={onBack}>
          Somebody else
        </Button>
      </div>
      <Question
        opened={isAsking} isPending={action.isPending} error={action.error} onCancel={() => setAsking(false)} onYes={(reason) => void propose(reason).catch(() => undefined)}
        question={{ title: "Propose these roles?", facts: [{ label: "Person", value: person.label }, { label: "Roles", value: names.join(", ") }], reason: "required", yes: "Propose" }}
      />
    </div>
  );
}

