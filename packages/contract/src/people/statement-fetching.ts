/** The ways in which a customer's statement comes from the bank (C318 to C324). */
import { z } from "zod";
import { post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { statementFiles } from "./document.ts";
import { onboardingState } from "./onboarding-state.ts";

const uploads = { can: ["personal:can_upload_personal_documents"] } as const;
const SOURCE = "/personal/onboarding/v2/documents/bank-statement";
const consent = z.literal(true, { error: "this field is required" });

/** What a source gave when the person came back from it. */
const fetching = <Field extends string>(path: string, field: Field, spec: string, summary: string) =>
  post(`${SOURCE}/${path}`, {
    spec,
    summary,
    ...uploads,
    body: form({ [field]: "required|max:200", consent: "required" } as Record<Field | "consent", string>, { consent }),
    response: onboardingState,
  });
/** Where the person goes; only a path of our own, because the provider sends the browser back there. */
const connecting = (path: string, because: string, name: string) =>
  post(`${SOURCE}/${path}/connect`, {
    spec: "added",
    because,
    summary: `The address of ${name}`,
    ...uploads,
    body: form(
      { return_to: "nullable|max:200" },
      {
        return_to: z
          .string()
          .regex(/^\/[\w/-]*(\?[\w=&-]*)?$/, { error: "this field must be a path of this application" })
          .optional(),
      },
    ),
    response: z.object({ connect_url: z.string() }),
  });

/** C321. */
export const fetchMonoStatement = fetching(
  "mono",
  "code",
  "C321",
  "Fetch twelve months from the bank account that was connected",
);
/** C322. */
export const fetchOkraStatement = fetching(
  "okra",
  "record",
  "C322",
  "Fetch twelve months from the account that was linked at Okra",
);
/** C323. */
export const fetchThirdStatement = fetching(
  "statement-source-3",
  "code",
  "C323",
  "Fetch twelve months from the account that was linked at the third source",
);
export const connectMono = connecting(
  "mono",
  "The address of Mono's page is made on the server, where the key is.",
  "the page on which one connects a bank account",
);
export const connectOkra = connecting("okra", "As connectMono, for Okra.", "Okra's page");
export const connectThird = connecting(
  "statement-source-3",
  "As connectMono, for the third source.",
  "the third source's page",
);

/** Left out, the account that the salary is paid into. */
const account = { account_no: "nullable|number|length:10", bank_code: "nullable|max:10" } as const;

/** C318. The bank sends ticket and password to the phone that it knows. */
export const requestMbsStatement = post(`${SOURCE}/mbs`, {
  spec: "C318",
  summary: "Have the bank send a ticket and a password for one's statement",
  ...uploads,
  effect: "sends",
  body: form({ ...account, consent: "required" }, { account_no: z.string().optional(), consent }),
  response: onboardingState,
});

/** C319. */
export const confirmMbsStatement = post(`${SOURCE}/mbs/confirm`, {
  spec: "C319",
  summary: "Fetch the statement with the bank's ticket and password",
  ...uploads,
  body: form({ ticket: "required|max:40", password: "required|max:40" }),
  response: onboardingState,
});

/** C320. The bank's app exports a file, or gives a share code. */
export const shareMobileStatement = post(`${SOURCE}/mobile`, {
  spec: "C320",
  summary: "Send a statement from the bank's phone app: its file or its share code",
  ...uploads,
  files: { field: "document", accept: statementFiles, max_bytes: 10 * 1_048_576 },
  body: form(
    { share_code: "nullable|max:60", password: "nullable|max:100", consent: "required" },
    {
      password: z.string().optional(),
      consent: z.union([consent, z.literal("true", { error: "this field is required" })]),
    },
  ),
  response: onboardingState,
});

/** C324. Begins a session; the person dials the code that the answer shows. */
export const beginUssdStatement = post(`${SOURCE}/ussd`, {
  spec: "C324",
  summary: "Begin a statement by USSD",
  ...uploads,
  effect: "sends",
  body: form({ ...account, consent: "required" }, { account_no: z.string().optional(), consent }),
  response: onboardingState,
});

/** Looks whether the person has agreed, and fetches the statement when so. */
export const checkUssdStatement = post(`${SOURCE}/ussd/check`, {
  spec: "added",
  because: "The USSD session is agreed to on the phone; the page asks whether.",
  summary: "Look whether the USSD session was agreed to",
  ...uploads,
  response: onboardingState,
});
