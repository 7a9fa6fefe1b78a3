/** Partners who bring customers for a commission (C170, C171). */
import { z } from "zod";
import { list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";

/** C170. */
export const listAll = list("/admin/affiliates", {
  spec: "C170",
  summary: "Affiliates, and how many each has brought",
  can: ["provider:can_view_users"],
  row: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    code: z.string(),
    link: z.string(),
    commission_percent: z.string(),
    is_active: z.boolean(),
    registered: z.int(),
    borrowed: z.int(),
    created_by: z.string().nullable(),
    created_at: moment,
  }),
  search: ["name", "email", "code"],
  filters: { is_active: "boolean" },
  sorts: ["created_at", "name"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});
/** C171. Who registers through the code's link (R005, source) is counted as brought. */
export const create = post("/admin/affiliates", {
  spec: "C171",
  summary: "Register an affiliate",
  can: ["provider:can_manage_affiliates"],
  effect: "sends",
  body: form(
    {
      name: "required|name|max:120",
      email: "required|email|max:200",
      phone: "required|phone",
      code: "nullable|min:3|max:30",
      commission_percent: "required|max:8",
    },
    {
      commission_percent: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,2})?$/, { error: "this field must be a percentage with at most two decimals" }),
    },
  ),
  response: z.object({ id: z.uuid(), code: z.string(), link: z.string() }),
});
