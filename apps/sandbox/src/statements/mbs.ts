import { z } from "zod";
import { banks } from "@manilla/contract/nigeria/banks";
import { receive } from "../inbox/messages.ts";
import { randomFrom } from "../random.ts";
import { isDeclined } from "../faults.ts";
import { Refusal } from "../refusal.ts";
import type { World } from "../world.ts";
import { accountAt, linesOf, provider } from "./parts.ts";

const day = z.string().regex(/^\d{2}-\d{2}-\d{4}$/, "wants DD-MM-YYYY");
const order = z
  .object({
    accountNo: z.string(),
    bankId: z.int(),
    destinationId: z.string().min(1),
    startDate: day,
    endDate: day,
    role: z.enum(["Applicant", "Sponsor", "Guarantor"]),
    country: z.literal("NG"),
    phone: z.string(),
    applicants: z.array(z.object({ name: z.string() }).loose()).min(1),
  })
  .loose();
const opening = z.object({ ticketNo: z.string(), password: z.string() });
const naira = (kobo: number): string =>
  `${kobo < 0 ? "-" : ""}${Math.floor(Math.abs(kobo) / 100)}.${String(Math.abs(kobo) % 100).padStart(2, "0")}`;
const succeed = (result: unknown) => ({ status: "00", message: "Successful", result });

/** MyBankStatement: the bank sends ticket and password to the phone that it knows, whatever phone was given here. */
export const mbs = (world: World) =>
  provider(
    world,
    "mbs",
    (request) => request.headers["client-id"] && request.headers["client-secret"],
    (status, message) =>
      status < 500 && status !== 401
        ? { status: 200, body: { status: "01", message: "Validation error", result: [message] } }
        : { status, body: { status: "99", message, result: null } },
    (app) => {
      const { store } = world;
      const { tickets } = store.state.statements;
      const find = (body: unknown) => {
        const { ticketNo, password } = opening.parse(body);
        const ticket = tickets[ticketNo];
        if (!ticket || ticket.password !== password.trim())
          throw new Refusal(422, "Ticket number or password is wrong.");
        return { ticketNo, ticket };
      };
      // Their own numbers, which are not the banks' codes.
      const active = banks.map(({ code, name }, index) => ({ id: index + 1, name, sortCode: code }));
      app.post("/SelectActiveRequestBanks", () => succeed(active));
      app.post("/RequestStatement", (request) => {
        const { accountNo, bankId } = order.parse(request.body);
        const bank = active.find(({ id }) => id === bankId);
        if (!bank) throw new Refusal(422, "The bank does not exist.");
        if (isDeclined(request)) throw new Refusal(422, "The bank does not release statements at the moment.");
        const { person, account } = accountAt(world, accountNo, bank.sortCode);
        const id = store.nextId();
        const random = randomFrom(`ticket ${id} ${accountNo}`);
        const ticketNo = `${String(id).padStart(7, "0")}-${1 + Math.floor(random() * 9)}`;
        const password = String(10_000 + Math.floor(random() * 90_000));
        tickets[ticketNo] = { bvn: person.bvn, account_number: account.account_number, password, is_confirmed: false };
        receive(store, {
          channel: "sms",
          to: person.phone,
          subject: account.bank_name,
          text: `${account.bank_name}: your statement was asked for. Ticket ${ticketNo}, password ${password}. Give them only to whom you want to have it.`,
        });
        return succeed(id);
      });
      app.post("/ConfirmStatement", (request) => {
        if (isDeclined(request)) throw new Refusal(422, "Ticket number or password is wrong.");
        find(request.body).ticket.is_confirmed = true;
        store.touch();
        return succeed("Confirmed");
      });
      app.post("/GetStatementJSONObject", (request) => {
        const { ticketNo, ticket } = find(request.body);
        if (!ticket.is_confirmed) throw new Refusal(422, "This ticket is not confirmed.");
        const { account, lines } = linesOf(world, ticket);
        // A ticket opens a statement once.
        delete tickets[ticketNo];
        store.touch();
        // JSON inside a text, without the bank's name, as they send it.
        return succeed(
          JSON.stringify({
            status: "00",
            Name: account.account_name,
            Nuban: account.account_number,
            AccountCategory: "INDIVIDUAL",
            AccountType: account.account_type,
            TicketNo: ticketNo,
            AvailableBal: naira(lines.at(-1)?.balance_kobo ?? 0),
            BookBal: naira(lines.at(-1)?.balance_kobo ?? 0),
            Tenor: "12",
            Period: `${lines[0]?.date ?? ""} - ${lines.at(-1)?.date ?? ""}`,
            Currency: "NGN",
            Applicants: account.account_name,
            Signatories: [],
            Details: lines.map(({ date, narration, type, amount_kobo, balance_kobo }) => ({
              PTransactionDate: `${date}T00:00:00`,
              PValueDate: `${date}T00:00:00`,
              PNarration: narration,
              PCredit: type === "credit" ? naira(amount_kobo) : "",
              PDebit: type === "debit" ? naira(amount_kobo) : "",
              PBalance: naira(balance_kobo),
            })),
          }),
        );
      });
    },
  );
