import type { FastifyInstance } from "fastify";
import type { App } from "../house/app.ts";
import { notThere } from "./refusal.ts";

/**
 * The second base: the checkout and payout service (spec section 7) has an address of its own (`CHECKOUT_BASE`), so that it
 * can run elsewhere. Its calls are registered here; an address that it does not have answers in its own envelope.
 */
export async function registerCheckout(server: FastifyInstance, { config }: App): Promise<void> {
  await server.register(
    async (checkout) => {
      checkout.get("/status", async () => ({
        success: true,
        message: "",
        data: { service: "checkout", base: config.CHECKOUT_BASE },
      }));
      checkout.setNotFoundHandler(notThere);
    },
    { prefix: config.CHECKOUT_BASE },
  );
}
