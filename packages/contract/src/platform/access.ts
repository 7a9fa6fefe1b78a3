import { z } from "zod";
import { secondPersonAsked } from "./approvals.ts";
import { get, idParams, put } from "../endpoint.ts";
import { isPermission } from "../permissions.ts";
import { roleSlugs } from "../roles.ts";

const roleRow = z.object({
  slug: z.string(),
  name: z.string(),
  account_type: z.string(),
  permissions: z.array(z.string()),
  /** Whether it differs from what the product ships. */
  is_changed: z.boolean(),
  people: z.int(),
  created_at: z.string(),
});

/** C011. */
export const roles = get("/admin/roles", {
  spec: "C011",
  summary: "Every role, what it may do and how many people hold it",
  can: ["provider:can_view_permissions"],
  response: z.object({ roles: z.array(roleRow) }),
});

/** C013. */
export const permissions = get("/admin/permissions", {
  spec: "C013",
  summary: "Every permission string",
  can: ["provider:can_view_permissions"],
  response: z.object({
    permissions: z.array(z.object({ slug: z.string(), scope: z.string(), origin: z.enum(["spec", "ours"]) })),
  }),
});

/** What a change of somebody's roles begins from. */
export const userRoles = get("/admin/roles/users/{id}", {
  spec: "added",
  because: "The screen of permissions shows what a colleague holds before it is changed.",
  summary: "The roles of one person",
  can: ["provider:can_modify_permissions"],
  params: idParams,
  response: z.object({ roles: z.array(z.string()) }),
});

/** C012. Waits for a second person (maker-checker). */
export const updateUserRoles = put("/admin/roles/users/update", {
  spec: "C012",
  summary: "Propose other roles for a person; a second person decides",
  can: ["provider:can_modify_permissions"],
  step_up: true,
  body: z.strictObject({
    user_id: z.uuid(),
    roles: z.array(z.enum(roleSlugs)).min(1, { error: "this field is required" }).max(5),
    reason: z.string().min(3, { error: "this field has to contain at least 3 characters" }).max(500),
  }),
  response: secondPersonAsked,
});

/** Waits for a second person. What a role no longer allows is gone with the next request of everybody who holds it. */
export const updateRole = put("/admin/roles/{slug}", {
  spec: "added",
  because: "Permissions of a role change without a release, under two persons.",
  summary: "Propose what a role allows; a second person decides",
  can: ["provider:can_modify_permissions"],
  step_up: true,
  params: z.strictObject({ slug: z.enum(roleSlugs) }),
  body: z.strictObject({
    permissions: z.array(z.string().regex(/^(provider|company):can_[a-z_]+$/)).max(200),
    reason: z.string().min(3, { error: "this field has to contain at least 3 characters" }).max(500),
  }),
  response: secondPersonAsked,
});

/** C014. */
export const companyRoles = get("/companies/permissions/roles", {
  spec: "C014",
  summary: "The company roles and what they may do",
  can: ["company:can_view_permissions", "provider:can_view_permissions"],
  response: z.object({ roles: z.array(roleRow) }),
});

const companyUser = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  roles: z.array(z.object({ slug: z.string(), name: z.string() })),
  permissions: z.array(z.string()),
  granted: z.array(z.string()),
  withheld: z.array(z.string()),
});

/** C015. */
export const companyUsers = get("/companies/permissions/users/{company_id}", {
  spec: "C015",
  summary: "A company's people and what each may do",
  can: ["company:can_view_permissions", "provider:can_view_permissions"],
  params: z.strictObject({ company_id: z.uuid() }),
  response: z.object({ users: z.array(companyUser) }),
});

const companyPermission = z
  .string()
  .refine((slug) => slug.startsWith("company:") && isPermission(slug), { error: "this is no permission of a company" });

/** C016. Only `company:` permissions, only one's own company, never one's own row. One of the provider's asks, and a second person decides. */
export const updateCompanyUser = put("/companies/permissions/users/update", {
  spec: "C016",
  summary: "Grant or withhold company permissions of a colleague",
  can: ["company:can_modify_permissions", "provider:can_modify_permissions"],
  step_up: true,
  body: z.strictObject({
    user_id: z.uuid(),
    granted: z.array(companyPermission).max(100),
    withheld: z.array(companyPermission).max(100),
    reason: z.string().min(3).max(500).optional(),
  }),
  response: z.union([secondPersonAsked, z.object({ user: companyUser })]),
});
