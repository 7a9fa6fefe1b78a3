/** Papers of a company (C259): sent by its people, verified or refused by the provider's. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { reasonRule } from "../reasons.ts";
import { moment } from "../time.ts";
import { companyDocumentKinds } from "./company-document-kinds.ts";
import { companyDocumentStates } from "./company-document-states.ts";

const document = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  kind: z.enum(companyDocumentKinds),
  title: z.string().nullable(),
  status: z.enum(companyDocumentStates.states),
  name: z.string(),
  media_type: z.string(),
  uploaded_by: z.string().nullable(),
  decision_reason: z.string().nullable(),
  decided_at: moment.nullable(),
  created_at: moment,
  abilities,
});
const listed = z.object({ documents: z.array(document) });

/** C259. The same file of the same kind again is the same document. */
export const upload = post("/companies/documents/upload", {
  spec: "C259",
  summary: "Send a paper of one's company",
  can: ["company:can_upload_company_documents"],
  guards: ["password_changed"],
  files: { field: "document", accept: ["pdf", "png", "jpeg"], max_bytes: 10 * 1_048_576 },
  body: form(
    { kind: `required|inArray:${companyDocumentKinds.join(",")}`, title: "nullable|min:2|max:100" },
    { kind: z.enum(companyDocumentKinds) },
  ),
  response: z.object({ document }),
});

export const listOwn = get("/companies/documents", {
  spec: "added",
  because: "A company sees what it has sent and what was decided.",
  summary: "The papers of one's company, the newest first",
  can: ["company:can_view_company_profile", "company:can_upload_company_documents"],
  guards: ["password_changed"],
  response: listed,
});

const provider = ["provider:can_view_companies", "provider:can_view_company_requests"] as const;
export const listOf = get("/admin/corporate/companies/{id}/documents", {
  spec: "added",
  because: "The page of a company shows its papers.",
  summary: "The papers of a company, the newest first",
  can: provider,
  params: idParams,
  response: listed,
});

export const file = get("/companies/documents/{id}/file", {
  spec: "added",
  because: "A paper is read before it is decided.",
  summary: "The paper itself; each look of the provider's staff is recorded",
  can: ["company:can_view_company_profile", "company:can_upload_company_documents", ...provider],
  guards: ["password_changed"],
  kind: "file",
  params: idParams,
});

const own_company = {
  status: 403,
  words: "Somebody else decides about the papers of a company that you belong to.",
} as const;
const decides = { spec: "added", can: ["provider:can_update_companies"], effect: "sends", params: idParams } as const;
const shows = ["name", "uploaded_by"];

export const verify = action(companyDocumentStates, "verify", {
  asks: { label: "Verify", shows, done: "Verified." },
  refuses: { own_company },
  call: post("/admin/corporate/documents/{id}/verify", {
    because: "A company's paper counts once somebody has checked it.",
    summary: "Verify a paper of a company",
    ...decides,
    response: z.object({ document }),
  }),
});

export const refuse = action(companyDocumentStates, "refuse", {
  asks: {
    label: "Refuse…",
    body: "The company reads the reason and sends another one.",
    shows,
    reason: "required",
    style: "danger",
    done: "Refused. The company gets a message.",
  },
  refuses: { own_company },
  call: post("/admin/corporate/documents/{id}/refuse", {
    because: "A paper that does not count is refused with a reason.",
    summary: "Refuse a paper of a company",
    ...decides,
    body: form({ reason: reasonRule }),
    response: z.object({ document }),
  }),
});
