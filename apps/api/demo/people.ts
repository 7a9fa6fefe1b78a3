import type { RoleSlug } from "@manilla/contract/roles";

/** The demo's password, the same for everyone; the demo world is refused in production. */
export const DEMO_PASSWORD = "Copper-River-27";

export interface DemoLogin {
  role: RoleSlug;
  name: string;
  last_name: string;
  email: string;
  phone: string;
  isInCompany?: boolean;
}

/** One login per role (two where maker and checker must differ), as decisions.md lists them. */
export const demoLogins: readonly DemoLogin[] = [
  { role: "super_admin", name: "Adaeze", last_name: "Okafor", email: "admin@manilla.example", phone: "+2348030000001" },
  {
    role: "super_admin",
    name: "Tunde",
    last_name: "Bakare",
    email: "admin.two@manilla.example",
    phone: "+2348030000002",
  },
  { role: "super_risk", name: "Ngozi", last_name: "Eze", email: "risk@manilla.example", phone: "+2348030000003" },
  {
    role: "super_risk",
    name: "Musa",
    last_name: "Danjuma",
    email: "risk.two@manilla.example",
    phone: "+2348030000029",
  },
  {
    role: "super_finance",
    name: "Ibrahim",
    last_name: "Sule",
    email: "finance@manilla.example",
    phone: "+2348030000004",
  },
  {
    role: "super_finance",
    name: "Folake",
    last_name: "Adeyemi",
    email: "finance.two@manilla.example",
    phone: "+2348030000005",
  },
  {
    role: "super_operations",
    name: "Chidi",
    last_name: "Nwosu",
    email: "operations@manilla.example",
    phone: "+2348030000006",
  },
  {
    role: "super_support",
    name: "Halima",
    last_name: "Yusuf",
    email: "support@manilla.example",
    phone: "+2348030000007",
  },
  {
    role: "super_sales_agent",
    name: "Emeka",
    last_name: "Obi",
    email: "sales@manilla.example",
    phone: "+2348030000008",
  },
  {
    role: "super_business",
    name: "Bisi",
    last_name: "Olatunji",
    email: "business@manilla.example",
    phone: "+2348030000009",
  },
  {
    role: "company_super_admin",
    name: "Yetunde",
    last_name: "Coker",
    email: "owner@lagoonfoods.example",
    phone: "+2348030000010",
    isInCompany: true,
  },
  {
    role: "company_hr",
    name: "Grace",
    last_name: "Etim",
    email: "hr@lagoonfoods.example",
    phone: "+2348030000011",
    isInCompany: true,
  },
  {
    role: "company_finance_manager",
    name: "Sani",
    last_name: "Abubakar",
    email: "finance@lagoonfoods.example",
    phone: "+2348030000012",
    isInCompany: true,
  },
  {
    role: "company_audit",
    name: "Patience",
    last_name: "Ekong",
    email: "audit@lagoonfoods.example",
    phone: "+2348030000013",
    isInCompany: true,
  },
  {
    role: "company_staff",
    name: "Uche",
    last_name: "Madu",
    email: "staff@lagoonfoods.example",
    phone: "+2348030000014",
    isInCompany: true,
  },
  {
    role: "company_department_head",
    name: "Aisha",
    last_name: "Bello",
    email: "department@lagoonfoods.example",
    phone: "+2348030000015",
    isInCompany: true,
  },
  {
    role: "company_unit_head",
    name: "Femi",
    last_name: "Alabi",
    email: "unit@lagoonfoods.example",
    phone: "+2348030000016",
    isInCompany: true,
  },
  { role: "staff", name: "Nkechi", last_name: "Obi", email: "customer@manilla.example", phone: "+2348030000017" },
];

/** The address of the first (or a later) login of a role. */
export function emailOf(role: RoleSlug, index = 0): string {
  const login = demoLogins.filter((one) => one.role === role)[index];
  if (!login) throw new Error(`The demo has no login ${index + 1} of ${role}.`);
  return login.email;
}
