import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addFaults, isDeclined } from "../faults.ts";
import { Refusal, describe } from "../refusal.ts";
import type { World } from "../world.ts";
import { companies } from "./companies.data.ts";

const question = z.object({
  rc_number: z.string().min(1).max(20),
  company_type: z.enum(["RC", "BN", "IT"]).default("RC"),
  company_name: z.string().max(200).optional(),
});

/** Prembly's API as far as the register of companies goes: `x-api-key` and `app-id` in the head, `{status, detail, response_code, data}`. */
export function prembly(world: World) {
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers["x-api-key"] || !request.headers["app-id"])
        throw new Refusal(401, "Authentication credentials were not provided.");
    });
    addFaults(app, world, "prembly");
    app.setErrorHandler((error, _request, reply) => {
      const { status, message } = describe(error);
      return reply.code(status).send({ status: false, detail: message, response_code: "02" });
    });
    app.post("/verification/cac/advance", (request) => {
      const { rc_number, company_type } = question.parse(request.body);
      const found = company_type === "RC" && companies.filter((company) => company.rc_number === rc_number);
      if (!found || found.length === 0 || isDeclined(request))
        return { status: false, detail: "No record found", response_code: "01", data: null };
      return {
        status: true,
        detail: "Verification successful",
        response_code: "00",
        data: found.map(({ directors, registrationDate, ...company }, index) => ({
          company_id: 610_000 + index,
          ...company,
          state: null,
          city: null,
          lga: null,
          branchAddress: null,
          entity_type: "RC",
          registrationDate: `${registrationDate}T00:00:00.000+00:00`,
          directors: directors.map(([firstname, otherName, surname]) => ({
            firstname,
            otherName: otherName || "N/A",
            surname,
            affiliateTypeFk: { name: "DIRECTOR" },
          })),
        })),
      };
    });
  };
}
