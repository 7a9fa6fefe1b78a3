import { fullName } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { useMay, useSession } from "../../../shared/session/session.ts";
import { Empty, Failure, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./access.module.css";
import { askedOfCompanies } from "./company-permissions.gen.ts";
import { permissionName } from "./role-matrix.tsx";

const groups: readonly (readonly [name: string, of: RegExp | undefined])[] = [
  ["Loans", /loan|repay|default|disburse|credit/],
  ["Team", /staff|user|admin|group|department|role|permission/],
  ["Money", /wallet|transfer|card|expense|statement|transaction|bill|payment/],
  ["Company", undefined],
];
const groupOf = (slug: string): RegExp | undefined => groups.find(([, words]) => words?.test(slug))?.[1];

type Person = Answer<typeof calls.access.companyUsers>["users"][number];

/** The company's people: what each may do beyond, or less than, their roles. */
export function CompanyPeople(): ReactNode {
  const { user } = useSession();
  const company_id = user.company_id ?? "";
  const people = useCall(calls.access.companyUsers, { params: { company_id } }, { enabled: company_id !== "" });
  const roles = useCall(calls.access.companyRoles, {});
  if (people.error && !people.data) return <Failure error={people.error} onRetry={() => void people.refetch()} />;
  if (!people.data || !roles.data) return <Skeleton height={160} />;
  const all = [...new Set(roles.data.roles.flatMap((role) => role.permissions))]
    .filter((slug) => askedOfCompanies.has(slug))
    .toSorted();
  return (
    <Panel title="People" flush>
      {people.data.users.length === 0 && <Empty title="Nobody yet" />}
      <ul className={styles.people}>
        {people.data.users.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            all={all}
            rolePermissions={roles.data.roles
              .filter(({ slug }) => person.roles.some((role) => role.slug === slug))
              .flatMap((role) => role.permissions)}
            isSelf={person.id === user.id}
          />
        ))}
      </ul>
    </Panel>
  );
}

function PersonRow({
  person,
  all,
  rolePermissions,
  isSelf,
}: {
  person: Person;
  all: readonly string[];
  rolePermissions: readonly string[];
  isSelf: boolean;
}): ReactNode {
  const isAllowed = useMay(calls.access.updateCompanyUser);
  const mayOpen = useMay(calls.team.find);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(person.permissions));
  const granted = [...chosen].filter((slug) => !rolePermissions.includes(slug));
  const withheld = rolePermissions.filter((slug) => slug.startsWith("company:") && !chosen.has(slug));
  const toggle = (slug: string): void =>
    setChosen(new Set(chosen.has(slug) ? [...chosen].filter((other) => other !== slug) : [...chosen, slug]));
  return (
    <li>
      <div className={styles.person}>
        <div>
          {mayOpen ? <Link to={`/corporate/users/${person.id}`}>{fullName(person)}</Link> : fullName(person)}
          <div className="small muted">
            {person.email} · {person.roles.map((role) => role.name).join(", ")}
            {person.granted.length > 0 && ` · ${person.granted.length} granted`}
            {person.withheld.length > 0 && ` · ${person.withheld.length} withheld`}
          </div>
        </div>
        {isAllowed && !isSelf && (
          <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? "Close" : "Permissions"}
          </Button>
        )}
      </div>
      {isOpen && (
        <>
          <fieldset className={styles.grants}>
            <legend className="visually-hidden">Permissions of {person.name}</legend>
            {groups.map(([name, of]) => {
              const slugs = all.filter((slug) => groupOf(slug) === of);
              return (
                slugs.length > 0 && (
                  <div key={name}>
                    <strong className="small">{name}</strong>
                    {slugs.map((slug) => (
                      <label key={slug}>
                        <input type="checkbox" checked={chosen.has(slug)} onChange={() => toggle(slug)} />
                        {permissionName(slug)}
                        {rolePermissions.includes(slug) && <span className="muted small">by role</span>}
                      </label>
                    ))}
                  </div>
                )
              );
            })}
          </fieldset>
          <ActionButton
            call={calls.access.updateCompanyUser}
            body={{ user_id: person.id, granted, withheld }}
            variant="primary"
            done={(answer) =>
              toast("approval_id" in answer ? colleagueAsked : "Saved. It applies from their next request on.")
            }
            confirm={{
              title: `Change what ${person.name} may do?`,
              facts: [
                { label: "Granted beyond the role", value: granted.map(permissionName).join(", ") || "nothing" },
                { label: "Withheld from the role", value: withheld.map(permissionName).join(", ") || "nothing" },
              ],
              yes: "Save",
            }}
          >
            Save
          </ActionButton>
        </>
      )}
    </li>
  );
}
