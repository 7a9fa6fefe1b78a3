import { most, type Screen } from "./screen.ts";

/** Screens of the provider's staff. */
export const adminScreens: readonly Screen[] = [
  {
    spec: "added", path: "/{accountType}/approvals", title: "Approvals", audience: ["admin"], can: ["provider:can_view_approvals", "provider:can_decide_approvals"], guards: most,
    menu: { section: "Account", label: "Approvals", order: 3, key: "a" },
    load: () => import("../../features/approvals/approvals-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/approvals/{id}", title: "Approval", audience: ["admin"], can: ["provider:can_view_approvals", "provider:can_decide_approvals"], guards: most,
    load: () => import("../../features/approvals/approval-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/audit", title: "Audit trail", audience: ["admin"], can: ["provider:can_view_audit"], guards: most,
    menu: { section: "Settings", label: "Audit trail", order: 80 },
    load: () => import("../../features/audit/audit-screen.tsx"),
  },
];
