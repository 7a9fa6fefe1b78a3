import { most, type Screen } from "./screen.ts";

/** What is sent to many people, what people ask about their data, and the partners who bring them. */
export const communicationScreens: readonly Screen[] = [
  {
    spec: "R027", path: "/{accountType}/communications", title: "Communications", audience: ["admin"], can: ["provider:can_create_communications"], guards: most,
    menu: { section: "Settings", label: "Communications", order: 40 }, asks: ["/admin/personal/communications"], load: () => import("../../features/communications/communications-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/communications/new", title: "New Message", audience: ["admin"], can: ["provider:can_create_communications"], guards: most, load: () => import("../../features/communications/compose-screen.tsx") },
  { spec: "added", path: "/{accountType}/communications/{id}", title: "Message", audience: ["admin"], can: ["provider:can_create_communications"], guards: most, load: () => import("../../features/communications/communication-screen.tsx") },
  {
    spec: "R028", path: "/{accountType}/communication-templates", title: "Communication Templates", audience: ["admin"], can: ["provider:can_view_communication_templates", "provider:can_create_communication_templates"], guards: most,
    menu: { section: "Settings", label: "Communication Templates", order: 41 }, asks: ["/admin/personal/communication-templates"], load: () => import("../../features/communications/templates-screen.tsx"),
  },
  {
    // The same composer, set to a service mail for everybody; what is sent needs the right to send as well.
    spec: "R023", path: "/{accountType}/settings/mails", title: "Maintenance Mails", audience: ["admin"], can: ["provider:can_create_communications"], guards: most,
    menu: { section: "Settings", label: "Maintenance Mails", order: 42 }, load: () => import("../../features/communications/maintenance-screen.tsx"),
  },
  {
    spec: "added", path: "/{accountType}/data-requests", title: "Data Requests", audience: ["admin"], can: ["provider:can_handle_data_requests"], guards: most,
    menu: { section: "Settings", label: "Data Requests", order: 50 }, asks: ["/admin/data-requests"], load: () => import("../../features/data-protection/requests-screen.tsx"),
  },
  { spec: "added", path: "/{accountType}/data-retention", title: "Data Retention", audience: ["admin"], can: ["provider:can_handle_data_requests"], guards: most, load: () => import("../../features/data-protection/retention-screen.tsx") },
  {
    spec: "R090", path: "/{accountType}/affiliate/all", title: "All Affiliates", audience: ["admin"], can: ["provider:can_view_users"], guards: most,
    menu: { section: "Affiliate", label: "All Affiliates", order: 1 }, asks: ["/admin/affiliates"], load: () => import("../../features/affiliates/affiliates-screen.tsx"),
  },
  {
    spec: "R089", path: "/{accountType}/affiliate/register", title: "Register an Affiliate", audience: ["admin"], can: ["provider:can_manage_affiliates"], guards: most,
    menu: { section: "Affiliate", label: "Register an Affiliate", order: 2 }, load: () => import("../../features/affiliates/register-screen.tsx"),
  },
];
