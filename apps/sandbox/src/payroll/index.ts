import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addFaults } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";

const line = z.object({
  number: z.int().positive(),
  staff_number: z.string().nullable(),
  name: z.string(),
  amount: z.string().regex(/^\d+\.\d\d$/),
});
const fileSchema = z.object({
  reference: z.string().min(3).max(60),
  employer: z.string().min(1).max(30),
  pay_day: z.iso.date(),
  lines: z.array(line).min(1).max(20_000),
});
const exception = z.object({
  /** By the number of the line. */
  number: z.int().positive(),
  amount: z.string(),
  reason: z.enum(["LEFT", "UNPAID_LEAVE", "INSUFFICIENT_PAY"]).nullable(),
});
/** How an employer's payroll answers: after how many questions, whom not, and from whom less was kept back. */
const behaviourSchema = z.strictObject({
  after_questions: z.int().min(0).max(1_000).default(1),
  silent_about: z.array(z.int()).default([]),
  exceptions: z.array(exception).default([]),
});

export interface PayrollState {
  files: Record<string, z.infer<typeof fileSchema> & { questions: number; sent_times: number }>;
  employers: Record<string, z.infer<typeof behaviourSchema>>;
}
export const noPayrolls = (): PayrollState => ({ files: {}, employers: {} });

/** Employers' payrolls behind one service. `PUT /payrolls/:employer` says how one of them answers. */
export function registerPayrolls(app: FastifyInstance, { store }: World): void {
  app.put<{ Params: { employer: string } }>("/payrolls/:employer", (request) => {
    store.state.payroll.employers[request.params.employer] = behaviourSchema.parse(request.body ?? {});
    store.touch();
    return { ok: true };
  });
  app.get("/payrolls/files.json", () => ({ files: Object.values(store.state.payroll.files) }));
}

export function payroll(world: World) {
  const { store } = world;
  return (app: FastifyInstance): void => {
    app.addHook("onRequest", async (request) => {
      if (!request.headers["x-api-key"]) throw new Refusal(401, "An x-api-key is required.");
    });
    addFaults(app, world, "payroll");
    app.post("/deductions", (request, reply) => {
      const file = fileSchema.parse(request.body);
      const known = store.state.payroll.files[file.reference];
      if (known) known.sent_times += 1;
      else store.state.payroll.files[file.reference] = { ...file, questions: 0, sent_times: 1 };
      store.touch();
      return reply.code(202).send({ reference: file.reference, status: "pending" });
    });
    app.get<{ Params: { reference: string } }>("/deductions/:reference", ({ params }) => {
      const file = store.state.payroll.files[params.reference];
      if (!file) throw new Refusal(404, "No such file.");
      const behaviour = behaviourSchema.parse(store.state.payroll.employers[file.employer] ?? {});
      file.questions += 1;
      store.touch();
      if (file.questions <= behaviour.after_questions)
        return { reference: file.reference, status: "pending", lines: [] };
      const of = (number: number) => behaviour.exceptions.find((each) => each.number === number);
      const lines = file.lines
        .filter(({ number }) => !behaviour.silent_about.includes(number))
        .map(({ number, amount }) => of(number) ?? { number, amount, reason: null });
      return { reference: file.reference, status: "answered", lines };
    });
  };
}
