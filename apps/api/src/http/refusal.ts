import type { FastifyReply, FastifyRequest } from "fastify";

/** The envelope of every refusal. `errors` names the fields; `request_id` finds the request in the log. */
export interface Refusal {
  success: false;
  message: string;
  errors: Record<string, string[]>;
  code: string;
  request_id: string;
}

/** Says no in the envelope that every client reads. */
export const refusal = (
  message: string,
  code: string,
  request_id: string,
  errors: Record<string, string[]> = {},
): Refusal => ({ success: false, message, errors, code, request_id });

/** 404 for an address that no call has, or that cannot be read at all; the address is not repeated in the answer. */
export const notThere = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send(refusal("This address does not exist.", "not_found", request.id));
