import type { ReactNode } from "react";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { Page } from "../../../shared/ui/page.tsx";
import { CompanyPeople } from "./company-people.tsx";
import { RoleEditor } from "./role-editor.tsx";
import { CompanyRoles, ProviderRoles } from "./role-matrix.tsx";

/** R026: what each role may do, and who holds which. */
export default function PermissionsScreen(): ReactNode {
  const isAdmin = accountTypeOf(location.pathname) === "admin";
  return (
    <Page
      lead={
        isAdmin
          ? "What a role allows, and which roles a person has, changes only when a second person agrees."
          : "What each role of your company may do, and what single people may do besides."
      }
    >
      {isAdmin ? (
        <>
          <RoleEditor />
          <ProviderRoles />
        </>
      ) : (
        <>
          <CompanyPeople />
          <CompanyRoles />
        </>
      )}
    </Page>
  );
}
