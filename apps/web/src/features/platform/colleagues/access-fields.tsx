import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { useLocation } from "react-router";
import { useField } from "../../../shared/form/field.ts";
import { ChoicesField } from "../../../shared/form/more-fields.tsx";

export type Role = Answer<typeof calls.access.roles>["roles"][number];

/** The roles that a colleague can have, or an administrator of the company; undefined until they are known. */
export function useRoles(): readonly Role[] | undefined {
  const type = accountTypeOf(useLocation().pathname);
  const { data } = useCall(type === "admin" ? calls.access.roles : calls.access.companyRoles, {});
  return data?.roles.filter(({ account_type }) => account_type === type);
}

const words = (slug: string): string => sentence((slug.split(":")[1] ?? slug).replace(/^can_/, ""));

/** The field `roles`. */
export const RolesField = ({ roles }: { roles: readonly Role[] }): ReactNode => (
  <ChoicesField
    name="roles"
    label="Roles"
    hint="What they may do is all that these roles allow together."
    choices={roles.map(({ slug, name, permissions, people }) => ({
      value: slug,
      label: name,
      description: `${permissions.length} permissions, held by ${people}`,
    }))}
  />
);

/** The field `withheld`: permissions of the chosen roles that this person does not get. */
export function WithheldField({ roles }: { roles: readonly Role[] }): ReactNode {
  const chosen = useField({ name: "roles", label: "Roles" }).value as readonly string[];
  const offered = new Set(roles.filter(({ slug }) => chosen.includes(slug)).flatMap(({ permissions }) => permissions));
  return (
    <details>
      <summary>Withhold single permissions</summary>
      <ChoicesField
        name="withheld"
        label="Withheld permissions"
        hint="Of what these roles allow, this colleague may not do what is ticked here."
        choices={[...offered].toSorted().map((slug) => ({ value: slug, label: words(slug) }))}
      />
    </details>
  );
}

/** Permissions in words. */
export const permissionWords = (slugs: readonly string[]): string => slugs.map(words).join(", ") || "None";
