/** Why somebody of the staff does something: it is requested in the same words everywhere, because the audit trail shows it beside what was done. */
import { z } from "zod";

/** As a rule of a form. */
export const reasonRule = "required|min:3|max:500";

/** As a field of a body that is no form: the same limits. */
export const reason = z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(500);
