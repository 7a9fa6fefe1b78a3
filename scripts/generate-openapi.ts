import * as calls from "@manilla/contract/calls";
import type { Endpoint } from "@manilla/contract/endpoint";
import { z } from "zod";
import { isEndpoint } from "./generate-client.ts";

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return json;
};

const parametersOf = (place: "path" | "query", schema: z.ZodType): Json[] => {
  const json = schemaOf(schema, "input") as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || (json.required ?? []).includes(name),
    schema: property,
  }));
};

const envelope = (data: Json): Json => ({
  type: "object",
  required: ["success", "message", "data"],
  properties: { success: { const: true }, message: { type: "string" }, data },
});
const listEnvelope = (datatable: Json): Json => ({
  type: "object",
  required: ["success", "datatable"],
  properties: { success: { const: true }, message: { type: "string" }, datatable },
});

function answer(call: Endpoint): Json {
  if (call.kind === "file") return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  if (call.kind === "stream") return { "text/event-stream": { schema: { type: "string" } } };
  const data = schemaOf(call.response, "input");
  return { "application/json": { schema: call.kind === "list" ? listEnvelope(data) : envelope(data) } };
}

function requestBody(call: Endpoint): Json | undefined {
  if (call.method === "GET") return undefined;
  const schema = schemaOf(call.body, "input") as { properties?: Json };
  if (!call.files && Object.keys(schema.properties ?? {}).length === 0 && schema.properties !== undefined)
    return undefined;
  if (!call.files) return { required: true, content: { "application/json": { schema } } };
  const properties = { ...schema.properties, [call.files.field]: { type: "string", format: "binary" } };
  return { required: true, content: { "multipart/form-data": { schema: { ...schema, properties } } } };
}

function operation(noun: string, name: string, call: Endpoint): Json {
  const headers =
    call.effect === "none"
      ? []
      : [
          {
            name: "Idempotency-Key",
            in: "header",
            required: call.effect === "moves_money",
            schema: { type: "string", minLength: 8, maxLength: 200 },
          },
        ];
  const error = {
    description: "See the error envelope",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  const body = requestBody(call);
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: call.summary,
    description: [
      `Specification: ${call.spec}.${call.because ? ` ${call.because}` : ""} Audience: ${[call.audience].flat().join(", ")}. Permission: ${typeof call.can === "string" ? call.can : call.can.join(" or ")}.`,
      call.step_up ? "Asks for confirmation of the person (step-up)." : "",
      call.notes ?? "",
    ]
      .filter(Boolean)
      .join(" "),
    parameters: [...parametersOf("path", call.params), ...parametersOf("query", call.query), ...headers],
    ...(body && { requestBody: body }),
    security: call.can === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
    responses: {
      200: { description: "Success", content: answer(call) },
      401: error,
      403: error,
      404: error,
      409: error,
      412: error,
      422: error,
      429: error,
    },
  };
}

/** OpenAPI 3.1, printed from the contract: nothing in it is written by hand. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [noun, module] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(module)) {
      if (!isEndpoint(call)) continue;
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(noun, name, call) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Manilla",
      version: "1",
      description:
        "The calls of the provider's, companies' and customers' application. Money is an integer number of kobo.",
    },
    servers: [{ url: "/api" }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "manilla_session" },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["success", "message", "errors", "code", "request_id"],
          properties: {
            success: { const: false },
            message: { type: "string" },
            code: { type: "string" },
            request_id: { type: "string" },
            errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
          },
        },
      },
    },
  };
}
