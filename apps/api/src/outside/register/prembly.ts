/** Prembly's look-up of the Corporate Affairs Commission (docs.prembly.com, "Advance CAC"): companies, business names and trustees by number, with their directors. */
import { z } from "zod";
import type { Config } from "../../config.ts";
import { OutcomeUnknown, callProvider } from "../http.ts";
import type { RegisterPort, RegisteredCompany } from "./port.ts";

const text = z
  .string()
  .nullish()
  .transform((value) => (/^(n\/a)?$/i.test(value?.trim() ?? "") ? null : value!.trim()));
const director = z.object({ firstname: text, otherName: text, surname: text });
const entity = z.object({
  rc_number: z.coerce.string(),
  company_name: z.string().trim().min(1),
  company_status: text,
  company_address: text,
  branchAddress: text,
  registrationDate: text,
  directors: z.array(director).nullish(),
});
const found = z.object({
  status: z.boolean(),
  response_code: z.string(),
  data: z.union([z.array(entity), entity]).nullish(),
});
/** "01": no record under this number. */
const NOT_FOUND = "01";
const TYPES: Readonly<Record<string, string>> = { BN: "BN", IT: "IT" };

const digitsOf = (rc_number: string): string => rc_number.replace(/\D/g, "").replace(/^0+/, "");

function companyOf(one: z.output<typeof entity>): RegisteredCompany {
  const day = one.registrationDate?.slice(0, 10) ?? "";
  return {
    name: one.company_name,
    is_active: one.company_status?.toUpperCase() === "ACTIVE",
    address: one.company_address ?? one.branchAddress,
    registered_on: /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    directors: (one.directors ?? [])
      .map(({ firstname, otherName, surname }) => [firstname, otherName, surname].filter(Boolean).join(" "))
      .filter((name) => name !== ""),
  };
}

/** Prembly behind our port. */
export function createPrembly({ PREMBLY_URL, PREMBLY_API_KEY, PREMBLY_APP_ID }: Config): RegisterPort {
  return {
    async find(rc_number) {
      const answer = await callProvider<unknown>({
        provider: "prembly",
        method: "POST",
        url: `${PREMBLY_URL}/verification/cac/advance`,
        headers: { "x-api-key": PREMBLY_API_KEY ?? "", "app-id": PREMBLY_APP_ID ?? "" },
        body: { rc_number: digitsOf(rc_number), company_type: TYPES[rc_number.slice(0, 2).toUpperCase()] ?? "RC" },
      });
      const read = found.safeParse(answer);
      if (!read.success) throw new OutcomeUnknown("Prembly answered in an unknown shape");
      const { status, response_code, data } = read.data;
      if (!status && response_code === NOT_FOUND) return undefined;
      if (!status || !data) throw new OutcomeUnknown("Prembly had no answer");
      // It may list others whose number begins so.
      const own = [data].flat().find((one) => digitsOf(one.rc_number) === digitsOf(rc_number));
      return own && companyOf(own);
    },
  };
}
