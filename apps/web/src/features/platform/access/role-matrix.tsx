import { counted, sentence } from "@manilla/contract/formats";
import { editableScope } from "@manilla/contract/roles";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useAction, useCall } from "../../../shared/api/use-call.ts";
import { Question } from "../../../shared/form/action-button.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Failure, Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import styles from "./access.module.css";

type Role = Answer<typeof calls.access.roles>["roles"][number];
/** `provider:can_view_loans` → `View loans`; a right over oneself has other words than the same right over a company. */
export const permissionName = (slug: string): string =>
  `${sentence((slug.split(":")[1] ?? slug).replace(/^can_/, ""))}${slug.startsWith("personal:") ? " for themselves" : ""}`;

interface Draft {
  role: Role;
  chosen: ReadonlySet<string>;
}

/** What the draft of a role changes, and the way to put it before a second person. */
function DraftBar({ draft: { role, chosen }, onClose }: { draft: Draft; onClose: () => void }): ReactNode {
  const action = useAction(calls.access.updateRole);
  const [isAsking, setAsking] = useState(false);
  const [approvalId, setApprovalId] = useState<string>();
  const gained = [...chosen].filter((slug) => !role.permissions.includes(slug));
  const lost = role.permissions.filter((slug) => !chosen.has(slug));
  const words = (slugs: readonly string[]): string => slugs.map(permissionName).join(", ") || "None";
  if (approvalId)
    return (
      <Notice tone="success">
        Proposed. It waits for a second person: <Link to={`/admin/approvals/${approvalId}`}>see the request</Link>.{" "}
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Done
        </Button>
      </Notice>
    );
  return (
    <div className={styles.tools} role="group" aria-label={`Change of ${role.name}`}>
      <p role="status">
        <strong>{role.name}</strong>, held by {counted(role.people, "person", "people")}: {gained.length} gained,{" "}
        {lost.length} lost
      </p>
      <div className="buttons">
        <Button size="sm" disabled={gained.length + lost.length === 0} onClick={() => setAsking(true)}>
          Propose…
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <Question
        opened={isAsking}
        isPending={action.isPending}
        error={action.error}
        onCancel={() => setAsking(false)}
        onYes={(reason) =>
          void action
            .run({
              params: { slug: role.slug as "staff" },
              body: {
                permissions: [...chosen].filter((slug) => slug.startsWith(`${editableScope(role.slug)}:`)),
                reason,
              },
            })
            .then((answer) => setApprovalId(answer.approval_id))
            .catch(() => undefined)
        }
        question={{
          title: `Propose what ${role.name} allows?`,
          facts: [
            { label: "Held by", value: counted(role.people, "person", "people") },
            { label: "Permissions gained", value: words(gained) },
            { label: "Permissions lost", value: words(lost) },
          ],
          reason: "required",
          yes: "Propose",
        }}
      />
    </div>
  );
}

const toggled = (set: ReadonlySet<string>, slug: string): ReadonlySet<string> =>
  set.has(slug) ? new Set([...set].filter((each) => each !== slug)) : new Set([...set, slug]);

/** Every permission against every role of one audience; a role's column is edited in its place. */
function Matrix({ title, roles }: { title: string; roles: readonly Role[] }): ReactNode {
  const [text, setText] = useState("");
  const [draft, setDraft] = useState<Draft>();
  const mayChange = useMay(calls.access.updateRole);
  const own = useSession()?.user.roles.map(({ slug }) => slug) ?? [];
  const isEditable = ({ slug }: Role): boolean =>
    mayChange && draft === undefined && editableScope(slug) !== undefined && !own.includes(slug);
  const slugs = [...new Set(roles.flatMap((role) => role.permissions))].toSorted((left, right) =>
    permissionName(left).localeCompare(permissionName(right)),
  );
  const found = slugs.filter((slug) =>
    `${slug} ${permissionName(slug)}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <Panel title={title} flush>
      <div className={styles.tools}>
        <TextInput
          data-page-search=""
          aria-label={`Search in ${title}`}
          placeholder="Search permissions"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maw={320}
        />
      </div>
      {draft && <DraftBar draft={draft} onClose={() => setDraft(undefined)} />}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={`${title}, table`}>
        <table className={styles.matrix}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Permission</th>
              {roles.map((role) => (
                <th key={role.slug} scope="col">
                  {role.name}
                  <br />
                  <span className="small">
                    {counted(role.people, "person", "people")}
                    {role.is_changed && ", changed"}
                  </span>
                  {isEditable(role) && (
                    <div>
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Change ${role.name}`}
                        onClick={() => setDraft({ role, chosen: new Set(role.permissions) })}
                      >
                        Change
                      </Button>
                    </div>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map((slug) => (
              <tr key={slug}>
                <th scope="row" title={slug}>
                  {permissionName(slug)}
                </th>
                {roles.map((role) => (
                  <td key={role.slug}>
                    {draft?.role.slug === role.slug && slug.startsWith(`${editableScope(role.slug)}:`) ? (
                      <input
                        type="checkbox"
                        aria-label={`${role.name}: ${permissionName(slug)}`}
                        checked={draft.chosen.has(slug)}
                        onChange={() => setDraft({ role, chosen: toggled(draft.chosen, slug) })}
                      />
                    ) : role.permissions.includes(slug) ? (
                      <span role="img" aria-label="yes">
                        ●
                      </span>
                    ) : (
                      <span className="visually-hidden">no</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const titles: Record<string, string> = {
  admin: "Roles of the provider",
  corporate: "Roles of companies",
  customer: "Roles of customers",
};

/** The provider's view: all roles, one table for each audience. */
export function ProviderRoles(): ReactNode {
  const { data, error, refetch } = useCall(calls.access.roles, {});
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  return Object.entries(titles).map(([type, title]) => (
    <Matrix key={type} title={title} roles={data.roles.filter((role) => role.account_type === type)} />
  ));
}

/** The company's view: its own roles. */
export function CompanyRoles(): ReactNode {
  const { data, error, refetch } = useCall(calls.access.companyRoles, {});
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  return data ? <Matrix title="Roles of your company" roles={data.roles} /> : <Skeleton height={200} />;
}
