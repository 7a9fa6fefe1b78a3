import type { FastifyInstance } from "fastify";
import type { App } from "../house/app.ts";
import { notThere } from "./refusal.ts";

/** The calls of the checkout and payout service (spec section 7), which may have an address of its own (`CHECKOUT_BASE`). */
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
