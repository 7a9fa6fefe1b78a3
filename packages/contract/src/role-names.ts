/** What roles are called on screens; apart from what they may do, so that a browser need not load that. */
export const roleNames = {
  super_admin: "Super administrator",
  super_risk: "Underwriter",
  super_finance: "Finance",
  super_operations: "Operations",
  super_support: "Support",
  super_sales_agent: "Sales agent",
  super_business: "Business desk",
  company_super_admin: "Company administrator",
  company_hr: "Company HR",
  company_finance_manager: "Company finance manager",
  company_audit: "Company audit",
  company_staff: "Employee",
  company_department_head: "Department head",
  company_unit_head: "Unit head",
  staff: "Personal customer",
} as const;

/** The name of a role. @param slug a role; an unknown one is returned as it is */
export const roleName = (slug: string): string =>
  Object.hasOwn(roleNames, slug) ? roleNames[slug as keyof typeof roleNames] : slug;
