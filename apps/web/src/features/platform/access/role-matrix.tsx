import { counted, sentence } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { Failure, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import styles from "./access.module.css";

type Role = Answer<typeof calls.access.roles>["roles"][number];
/** `provider:can_view_loans` → `View loans`. */
export const permissionName = (slug: string): string => sentence((slug.split(":")[1] ?? slug).replace(/^can_/, ""));

/** Every permission against every role of one audience. */
function Matrix({ title, roles }: { title: string; roles: readonly Role[] }): ReactNode {
  const [text, setText] = useState("");
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
                  <span className="small">{counted(role.people, "person", "people")}</span>
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
                    {role.permissions.includes(slug) ? (
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
