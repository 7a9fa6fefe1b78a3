/** The three account types (ambiguity A01): address segment, label, internal mode, permission scope. */
export const ACCOUNT_TYPES = {
  admin: { label: "Admin", mode: "super", scope: "provider" },
  corporate: { label: "Business", mode: "company", scope: "company" },
  customer: { label: "Personal", mode: "staff", scope: "personal" },
} as const;

export type AccountType = keyof typeof ACCOUNT_TYPES;
export const accountTypes = ["admin", "corporate", "customer"] as const satisfies readonly AccountType[];

const COMPANY_ROLES_THAT_ARE_STAFF = new Set(["company_staff", "company_department_head", "company_unit_head"]);

/**
 * The account types that a person's roles open (ambiguity A29). A person with no provider or company role is a customer.
 * @param roles slugs
 */
export function accountTypesOf(roles: readonly string[]): AccountType[] {
  const types = new Set<AccountType>();
  for (const role of roles) {
    if (role.startsWith("super_")) types.add("admin");
    else if (role.startsWith("company_") && !COMPANY_ROLES_THAT_ARE_STAFF.has(role)) types.add("corporate");
    else types.add("customer");
  }
  // Company admins are employees too: the specification lets company staff switch to their personal account.
  if (types.size === 0) types.add("customer");
  return accountTypes.filter((type) => types.has(type));
}
